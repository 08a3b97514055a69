"""The site: the whole library as static pages that any host serves (`rules site`)."""
