"""The publisher's official editions: the catalogue of their files and the download page."""
