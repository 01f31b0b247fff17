"""Pure small parts that everything may use: clock, ids, paging, text, token estimates."""
