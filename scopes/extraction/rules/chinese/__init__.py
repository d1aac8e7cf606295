"""The rules for Chinese: how a sentence is cut into clauses, and a table of patterns for each family of kinds."""
