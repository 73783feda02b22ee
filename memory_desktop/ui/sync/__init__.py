"""The Sync view: the queue, its pace, and the files of the vector index."""
