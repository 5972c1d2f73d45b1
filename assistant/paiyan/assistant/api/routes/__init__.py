"""Endpoints of `/api/v1`, one module a resource."""
