"""One controller a resource."""
