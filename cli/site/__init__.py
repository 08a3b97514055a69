"""The library as static pages: addresses, pages, and the search in the reader's browser."""
