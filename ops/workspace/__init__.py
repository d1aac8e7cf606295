"""Files of the client's on their way into the workspace: taken in, read, and handed to the engine as text."""
