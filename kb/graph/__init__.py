"""The graph of citations between rules, structural queries over the graph, and drawings of it."""
