-- The generations with the most friction are shown first: twenty of years of them.
create index ix_interactions_friction on interactions (user_id, friction_score desc, created_at desc)
    where hidden_at is null;
