"""The running program: its second processes, its cache folder, the state of its code, the libraries that it lacks."""
