"""Words for pictures, by a model behind an endpoint. A picture leaves the host only where a captioner is configured."""
