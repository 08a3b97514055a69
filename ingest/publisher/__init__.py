"""Where the publisher keeps the official editions."""
