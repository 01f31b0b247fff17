-- What an agent's calls of models cost is kept with its brief, so that its own bound in money holds whatever died in
-- between (docs/decisions/0125). Briefs of before tell nothing of it: what they cost stands in their mission's ledger.
alter table mission_briefs
    add column reserved_money bigint not null default 0,
    add column spent_money bigint not null default 0;
