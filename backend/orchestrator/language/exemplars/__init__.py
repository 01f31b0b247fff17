"""Examples as data: small linear classifiers of texts, trained offline from `data/<tag>/exemplars/<task>.jsonl`."""
