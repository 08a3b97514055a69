"""The running program: its second processes, its folder for caches, and the libraries that it lacks."""
