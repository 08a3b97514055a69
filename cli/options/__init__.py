"""Options that every command has, lazy loading of commands, completion, the language of help."""
