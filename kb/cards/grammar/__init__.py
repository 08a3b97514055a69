"""The grammar of card text: productions, the chart parser, the printer, the kinds of lines."""
