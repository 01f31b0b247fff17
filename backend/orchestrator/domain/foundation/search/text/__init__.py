"""What a text is to the index: lexemes, features, sentences, snippets."""
