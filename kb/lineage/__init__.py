"""Which rule of one edition is which rule of the next. Pure: nothing here reads the store."""
