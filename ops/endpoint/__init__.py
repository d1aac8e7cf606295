"""What every model behind an OpenAI-compatible endpoint is reached by: connections, a breaker, an address and a key."""
