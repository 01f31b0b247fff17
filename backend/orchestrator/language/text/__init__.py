"""Text before it means anything: spelling, words, sentences, language, what is quoted or secret."""
