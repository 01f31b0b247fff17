"""In which order do these texts answer a query? Rerankers at a `/rerank` endpoint or by an Ollama chat model."""
