// What every page does with a script.
