-- The tables of work: references to them hold the owner, and so do their keys. The indexes are built (0150), rows
-- are looked at later (0157): none is read or written here. Each table is locked whole until this ends, and that is
-- waited for only so long, again and again (docs/decisions/0132).
set local lock_timeout = '3s';

alter table mcp_tools drop constraint mcp_tools_server_id_fkey,
    add constraint mcp_tools_server_id_fkey foreign key (user_id, server_id)
    references mcp_servers (user_id, id) on delete cascade not valid;
alter table mission_briefs drop constraint mission_briefs_mission_id_fkey,
    add constraint mission_briefs_mission_id_fkey foreign key (user_id, mission_id)
    references missions (user_id, id) on delete cascade not valid;
alter table mission_briefs drop constraint mission_briefs_parent_id_fkey,
    add constraint mission_briefs_parent_id_fkey foreign key (user_id, parent_id)
    references mission_briefs (user_id, id) on delete cascade not valid;
alter table mission_claims drop constraint mission_claims_brief_id_fkey,
    add constraint mission_claims_brief_id_fkey foreign key (user_id, brief_id)
    references mission_briefs (user_id, id) on delete cascade not valid;
alter table mission_claims drop constraint mission_claims_mission_id_fkey,
    add constraint mission_claims_mission_id_fkey foreign key (user_id, mission_id)
    references missions (user_id, id) on delete cascade not valid;
alter table mission_delegations drop constraint mission_delegations_child_brief_id_fkey,
    add constraint mission_delegations_child_brief_id_fkey foreign key (user_id, child_brief_id)
    references mission_briefs (user_id, id) on delete cascade not valid;
alter table mission_delegations drop constraint mission_delegations_mission_id_fkey,
    add constraint mission_delegations_mission_id_fkey foreign key (user_id, mission_id)
    references missions (user_id, id) on delete cascade not valid;
alter table mission_delegations drop constraint mission_delegations_parent_brief_id_fkey,
    add constraint mission_delegations_parent_brief_id_fkey foreign key (user_id, parent_brief_id)
    references mission_briefs (user_id, id) on delete cascade not valid;
alter table mission_events drop constraint mission_events_mission_id_fkey,
    add constraint mission_events_mission_id_fkey foreign key (user_id, mission_id)
    references missions (user_id, id) on delete cascade not valid;
alter table mission_executions drop constraint mission_executions_brief_id_fkey,
    add constraint mission_executions_brief_id_fkey foreign key (user_id, brief_id)
    references mission_briefs (user_id, id) on delete cascade not valid;
alter table mission_executions drop constraint mission_executions_mission_id_fkey,
    add constraint mission_executions_mission_id_fkey foreign key (user_id, mission_id)
    references missions (user_id, id) on delete cascade not valid;
alter table mission_memory drop constraint mission_memory_mission_id_fkey,
    add constraint mission_memory_mission_id_fkey foreign key (user_id, mission_id)
    references missions (user_id, id) on delete set null (mission_id) not valid;
alter table mission_questions drop constraint mission_questions_brief_id_fkey,
    add constraint mission_questions_brief_id_fkey foreign key (user_id, brief_id)
    references mission_briefs (user_id, id) on delete cascade not valid;
alter table mission_questions drop constraint mission_questions_mission_id_fkey,
    add constraint mission_questions_mission_id_fkey foreign key (user_id, mission_id)
    references missions (user_id, id) on delete cascade not valid;
alter table mission_reservations drop constraint mission_reservations_brief_id_fkey,
    add constraint mission_reservations_brief_id_fkey foreign key (user_id, brief_id)
    references mission_briefs (user_id, id) on delete cascade not valid;
alter table mission_reservations drop constraint mission_reservations_mission_id_fkey,
    add constraint mission_reservations_mission_id_fkey foreign key (user_id, mission_id)
    references missions (user_id, id) on delete cascade not valid;
alter table mission_steps drop constraint mission_steps_mission_id_fkey,
    add constraint mission_steps_mission_id_fkey foreign key (user_id, mission_id)
    references missions (user_id, id) on delete cascade not valid;
alter table push_deliveries drop constraint push_deliveries_push_id_fkey,
    add constraint push_deliveries_push_id_fkey foreign key (user_id, push_id)
    references pushes (user_id, id) on delete cascade not valid;
alter table skill_files drop constraint skill_files_skill_id_fkey,
    add constraint skill_files_skill_id_fkey foreign key (user_id, skill_id)
    references skills (user_id, id) on delete cascade not valid;
alter table workspace_cli_runs drop constraint workspace_cli_runs_workspace_id_fkey,
    add constraint workspace_cli_runs_workspace_id_fkey foreign key (user_id, workspace_id)
    references workspaces (user_id, id) on delete cascade not valid;
alter table workspace_files drop constraint workspace_files_workspace_id_fkey,
    add constraint workspace_files_workspace_id_fkey foreign key (user_id, workspace_id)
    references workspaces (user_id, id) on delete cascade not valid;
alter table workspace_snapshots drop constraint workspace_snapshots_workspace_id_fkey,
    add constraint workspace_snapshots_workspace_id_fkey foreign key (user_id, workspace_id)
    references workspaces (user_id, id) on delete cascade not valid;

alter table agents drop constraint agents_pkey,
    add constraint agents_pkey primary key using index agents_new_pkey;
alter table briefings drop constraint briefings_pkey,
    add constraint briefings_pkey primary key using index briefings_new_pkey;
alter table mcp_servers drop constraint mcp_servers_pkey,
    add constraint mcp_servers_pkey primary key using index mcp_servers_new_pkey;
alter table mcp_tools drop constraint mcp_tools_pkey,
    add constraint mcp_tools_pkey primary key using index mcp_tools_new_pkey;
alter table mission_briefs drop constraint mission_briefs_pkey,
    add constraint mission_briefs_pkey primary key using index mission_briefs_new_pkey;
alter table mission_claims drop constraint mission_claims_pkey,
    add constraint mission_claims_pkey primary key using index mission_claims_new_pkey;
alter table mission_delegations drop constraint mission_delegations_pkey,
    add constraint mission_delegations_pkey primary key using index mission_delegations_new_pkey;
alter table mission_events drop constraint mission_events_pkey,
    add constraint mission_events_pkey primary key using index mission_events_new_pkey;
alter table mission_executions drop constraint mission_executions_pkey,
    add constraint mission_executions_pkey primary key using index mission_executions_new_pkey;
alter table mission_memory drop constraint mission_memory_pkey,
    add constraint mission_memory_pkey primary key using index mission_memory_new_pkey;
alter table mission_questions drop constraint mission_questions_pkey,
    add constraint mission_questions_pkey primary key using index mission_questions_new_pkey;
alter table mission_reservations drop constraint mission_reservations_pkey,
    add constraint mission_reservations_pkey primary key using index mission_reservations_new_pkey;
alter table mission_steps drop constraint mission_steps_pkey,
    add constraint mission_steps_pkey primary key using index mission_steps_new_pkey;
alter table missions drop constraint missions_pkey,
    add constraint missions_pkey primary key using index missions_new_pkey;
alter table proposed_events drop constraint proposed_events_pkey,
    add constraint proposed_events_pkey primary key using index proposed_events_new_pkey;
alter table push_deliveries drop constraint push_deliveries_pkey,
    add constraint push_deliveries_pkey primary key using index push_deliveries_new_pkey;
alter table pushes drop constraint pushes_pkey,
    add constraint pushes_pkey primary key using index pushes_new_pkey;
alter table skill_files drop constraint skill_files_pkey,
    add constraint skill_files_pkey primary key using index skill_files_new_pkey;
alter table skills drop constraint skills_pkey,
    add constraint skills_pkey primary key using index skills_new_pkey;
alter table workspace_cli_runs drop constraint workspace_cli_runs_pkey,
    add constraint workspace_cli_runs_pkey primary key using index workspace_cli_runs_new_pkey;
alter table workspace_files drop constraint workspace_files_pkey,
    add constraint workspace_files_pkey primary key using index workspace_files_new_pkey;
alter table workspace_snapshots drop constraint workspace_snapshots_pkey,
    add constraint workspace_snapshots_pkey primary key using index workspace_snapshots_new_pkey;
alter table workspaces drop constraint workspaces_pkey,
    add constraint workspaces_pkey primary key using index workspaces_new_pkey;

alter table mcp_tools drop constraint mcp_tools_server_id_name_key,
    add constraint mcp_tools_user_id_server_id_name_key unique
    using index mcp_tools_user_id_server_id_name_key;
alter table mission_steps drop constraint mission_steps_mission_id_step_key_key,
    add constraint mission_steps_user_id_mission_id_step_key_key unique
    using index mission_steps_user_id_mission_id_step_key_key;
alter table push_deliveries add constraint push_deliveries_user_id_push_id_device_id_key unique
    using index push_deliveries_user_id_push_id_device_id_key;
alter table workspace_files add constraint workspace_files_user_id_workspace_id_path_key unique
    using index workspace_files_user_id_workspace_id_path_key;

-- They begin as a key begins now.
drop index ix_push_deliveries_user_id;
drop index ix_pushes_user_id;
drop index ix_workspace_files_user_id;
drop index ix_workspaces_user_id;

comment on index agents_id_as_before is 'as before, until the next version';
comment on index briefings_id_as_before is 'as before, until the next version';
comment on index mission_briefs_id_as_before is 'as before, until the next version';
comment on index mission_claims_id_as_before is 'as before, until the next version';
comment on index mission_delegations_id_as_before is 'as before, until the next version';
comment on index mission_executions_id_as_before is 'as before, until the next version';
comment on index mission_memory_id_as_before is 'as before, until the next version';
comment on index mission_questions_id_as_before is 'as before, until the next version';
comment on index mission_steps_id_as_before is 'as before, until the next version';
comment on index missions_id_as_before is 'as before, until the next version';
comment on index proposed_events_id_as_before is 'as before, until the next version';
comment on index push_deliveries_push_id_device_id_key is 'as before, until the next version';
comment on index skills_id_as_before is 'as before, until the next version';
comment on index workspace_files_id_as_before is 'as before, until the next version';
comment on index workspace_files_workspace_id_path_key is 'as before, until the next version';
comment on index workspaces_id_as_before is 'as before, until the next version';
