"""Import of what translators send back."""
