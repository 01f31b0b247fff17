"""Speaker embeddings of audio: a model that says who sounds alike."""
