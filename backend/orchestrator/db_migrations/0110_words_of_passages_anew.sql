-- Words that answers are told in have come to the vocabulary (suppliers, lockers, subletting, what is worn, what is
-- charged): what was indexed before does not know them.
select steward_index_anew();
