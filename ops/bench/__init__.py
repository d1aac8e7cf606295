"""BEST EFFORT: figures of this machine and this run. They compare the engine with others under the same conditions."""
