"""The formats that rules come in, one module each."""
