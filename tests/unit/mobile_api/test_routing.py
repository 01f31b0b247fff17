"""When does a client get nothing, because it has it already? And when is what it gets compressed?"""

import gzip

import pytest
from fastapi import Request, Response
from starlette.responses import StreamingResponse
from tests.support.corpora import corpus

from orchestrator.mobile_api.routing import KEPT_BY_THE_APP, WORTH_COMPRESSING, as_known
from orchestrator.web.etags import content_tag, is_known

LONG = b'{"text": "' + b"a long answer " * 200 + b'"}'
TAG = content_tag(LONG)


def asked(**headers: str) -> Request:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": raw})


def test_equal_contents_have_one_tag() -> None:
    assert content_tag(b"a") == content_tag(b"a") != content_tag(b"b")
    assert content_tag(b"").startswith('W/"')


@pytest.mark.parametrize("named", [TAG, TAG.removeprefix("W/"), "*", f'"x", {TAG}', f'W/"x",{TAG} , "y"'])
def test_a_tag_is_known_however_it_is_named(named: str) -> None:
    assert is_known([named], TAG)
    assert is_known(['"other"', named], TAG)


@pytest.mark.parametrize("named", [[], [""], ['"x"'], [TAG[:-2] + '"'], [TAG.upper()], ["W/*"], [TAG.replace('"', "")]])
def test_what_is_not_named_is_not_known(named: list[str]) -> None:
    assert not is_known(named, TAG)


def test_what_the_client_has_is_not_sent_again() -> None:
    answer = as_known(asked(if_none_match=TAG), Response(LONG))
    assert (answer.status_code, answer.body, answer.headers["etag"]) == (304, b"", TAG)
    assert {name: answer.headers[name] for name in KEPT_BY_THE_APP} == KEPT_BY_THE_APP


@corpus("routing", "it_is_compressed_where_the_client_takes_that")
def test_it_is_compressed_where_the_client_takes_that(accepted: str, packed: bool) -> None:
    answer = as_known(asked(accept_encoding=accepted), Response(LONG, media_type="application/json"))
    assert (answer.headers.get("content-encoding") == "gzip") is packed
    assert (gzip.decompress(bytes(answer.body)) if packed else answer.body) == LONG
    assert int(answer.headers["content-length"]) == len(answer.body)
    assert (answer.headers["etag"], answer.headers["content-type"]) == (TAG, "application/json")


def test_what_is_short_is_not_compressed() -> None:
    answer = as_known(asked(accept_encoding="gzip"), Response(b"x" * (WORTH_COMPRESSING - 1)))
    assert "content-encoding" not in answer.headers


def test_errors_and_streams_pass_as_they_are() -> None:
    wrong = as_known(asked(if_none_match="*"), Response(b"no", 404))
    assert (wrong.status_code, "etag" in wrong.headers) == (404, False)
    streamed = StreamingResponse(iter(()))
    assert as_known(asked(if_none_match="*"), streamed) is streamed
