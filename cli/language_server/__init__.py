"""The language server `rules lsp`: citations checked and explained in an editor, over the Language Server Protocol."""
