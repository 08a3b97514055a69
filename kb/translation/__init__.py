"""The French beside the English that it was made from: how far it is, what is wrong with it, files for translators."""
