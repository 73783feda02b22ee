"""This program beside Chroma, LanceDB and sqlite-vec with FTS5: the same documents, vectors and questions."""
