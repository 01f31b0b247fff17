"""A deterministic ChatModel: rules and lexicons propose the tool calls, templates phrase what they found."""
