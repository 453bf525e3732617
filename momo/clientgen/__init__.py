"""Writes the client's models and operations from docs/openapi.yaml."""
