"""Answers as text, JSON, HTML pages and annotations."""
