"""How a query is answered: ranked, filtered, told."""
