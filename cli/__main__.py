"""Run the program `rules` for `python -m cli`."""

import sys

from cli.app import main

sys.exit(main())
