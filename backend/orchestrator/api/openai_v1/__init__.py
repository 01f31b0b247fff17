"""The OpenAI door: `/v1/models` and `/v1/chat/completions`, so that any OpenAI client can talk to the agent."""
