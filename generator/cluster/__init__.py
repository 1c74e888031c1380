"""Checks of incidents against a cluster: over manifests offline, or through read-only calls of kubectl."""
