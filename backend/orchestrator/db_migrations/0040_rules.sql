-- `me.quiet_hours` and `me.auto_confirm` become the hard rules of the same meaning (`/me` shows and sets these).
insert into user_facts (id, user_id, source, kind, text, category, effect, importance, trust, ratified_at,
                        last_confirmed_at, folded)
select gen_random_uuid(), u.id, 'me', 'hard_rule', said.text, 'preference', said.effect, 5, 'confirmed', steward_now(),
       steward_now(), lower(said.text)
  from users u
 cross join lateral (
    select case left(u.locale, 2)
             when 'pt' then format('Sem notificações das %s às %s', u.quiet_hours ->> 'from', u.quiet_hours ->> 'to')
             when 'es' then format('Sin notificaciones de %s a %s', u.quiet_hours ->> 'from', u.quiet_hours ->> 'to')
             else format('No notifications from %s to %s', u.quiet_hours ->> 'from', u.quiet_hours ->> 'to')
           end as text,
           jsonb_build_object('type', 'quiet_hours', 'parameters', u.quiet_hours) as effect
     where u.quiet_hours is not null
    union all
    select case left(u.locale, 2)
             when 'pt' then format('%s não precisa da minha confirmação', tool)
             when 'es' then format('%s no necesita mi confirmación', tool)
             else format('%s needs no confirmation of mine', tool)
           end,
           jsonb_build_object('type', 'tool_policy',
                              'parameters', jsonb_build_object('tool', tool, 'policy', 'auto'))
      from unnest(u.auto_confirm) as tool
 ) as said;

alter table users drop column quiet_hours, drop column auto_confirm;

-- `/me` shows these rules, so its version counts their changes too, by whatever way they come: a route, an erasure, an
-- import. Apart from `version`, by which an import knows whether an account was ever set up.
alter table users add column rules_version integer not null default 0;

create function note_rule_of_me() returns trigger language plpgsql as $$
begin
    if (tg_op <> 'INSERT' and old.effect ->> 'type' in ('quiet_hours', 'tool_policy'))
       or (tg_op <> 'DELETE' and new.effect ->> 'type' in ('quiet_hours', 'tool_policy')) then
        update users set rules_version = rules_version + 1 where id = coalesce(new.user_id, old.user_id);
    end if;
    return null;
end $$;
create trigger note_rule_of_me after insert or update or delete on user_facts
    for each row execute function note_rule_of_me();

-- Rules are read in every turn, push and direct write.
create index ix_user_facts_rules on user_facts (user_id) where kind = 'hard_rule' and superseded_at is null;

alter table notes add column promoted_to uuid;
create index ix_notes_promoted_to on notes (user_id, promoted_to) where promoted_to is not null;
