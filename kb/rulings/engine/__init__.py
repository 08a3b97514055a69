"""Questions and their answers: what the encoded rules use to derive a ruling with its proof."""
