-- How did the owner let Steward into an MCP server by OAuth? Sealed as `sealed` is: `sealed_authorization`: tokens and what
-- renews them; `sealed_authorizing`: what waits for the owner to come back from their browser.
alter table mcp_servers
    add column sealed_authorization bytea,
    add column sealed_authorizing bytea;
