-- How many tokens did each user's work cost, by UTC day, purpose and model?

create table model_usage (
    user_id uuid not null references users (id) on delete cascade,
    day date not null,
    purpose text not null,
    model text not null,
    prompt_tokens bigint not null default 0,
    completion_tokens bigint not null default 0,
    calls integer not null default 0,
    primary key (user_id, day, purpose, model)
);
