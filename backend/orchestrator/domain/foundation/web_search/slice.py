"""What does the search of the web register? Its tool, where an instance is configured."""

from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.web_search.tools import web_search_tools

SLICE = Slice("web_search", tools_with=lambda means: web_search_tools(means.web) if means.web is not None else ())
