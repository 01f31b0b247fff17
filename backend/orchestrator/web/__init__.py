"""What the three doors share: authentication and scopes, problem JSON, paging, ETags, limits, SSE framing.

A module of routes makes its `router` with `orchestrator.web.routing.Router` and takes `principal: Annotated[Principal,
require("read")]` in every route: so the token and its scope are checked before the body is read.
"""
