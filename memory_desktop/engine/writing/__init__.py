"""The one way in: writer, projector, gates, eviction."""
