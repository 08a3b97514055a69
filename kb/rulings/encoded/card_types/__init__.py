"""Rules of single card types: battles, lands, planeswalkers, Sagas (301 to 310, 606, 714)."""
