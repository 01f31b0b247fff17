-- What did the calls of models cost? Whole micro-units of US dollars, rounded up; what is held for a call that is under
-- way counts as spent.

alter table model_usage
    add column cost_micros bigint not null default 0,
    add column unpriced_calls integer not null default 0,
    add column price_source text not null default '',
    add column price_version text not null default '';
