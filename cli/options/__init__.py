"""Global options, lazy loading of commands, shell completion, and the language of messages and help."""
