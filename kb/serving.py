"""What gunicorn is told beyond its command line: ``--config kb/serving.py``."""

import re
import socket
from urllib.parse import quote

from gunicorn import util
from gunicorn.http import RequestParser, message

# A line of a request in bytes: a letter of a question in Russian takes six. Whatever is longer than the site takes is
# for the site to say, in the reader's language and with its headers; gunicorn's own page has neither. Gunicorn takes
# either this much or lines without an end, which would fill the memory, unless its own bound is moved as well.
limit_request_line = message.MAX_REQUEST_LINE = 64 * 1024

# Seconds without a sign of life after which a worker is taken for dead: it gives none while it starts, and it reads the
# index then, which may take a while on a busy machine.
timeout = 120

# Headers of a request that would be taken for what the server itself says of it: none. A reader who sends SCRIPT_NAME
# moves no address.
forwarder_headers = ""

http_parser = "python"  # the one that can be told what follows


class Request(message.Request):  # type: ignore[misc]  # gunicorn has no types
    """A request whose address may hold letters as they are. Browsers encode them, other programs send what was typed;
    gunicorn would turn those away with a page of its own."""

    def parse_request_line(self, line_bytes: bytes) -> None:
        super().parse_request_line(re.sub(rb"[\x80-\xff]+", lambda letters: quote(letters[0]).encode(), line_bytes))


RequestParser.mesg_class = Request


def refuse(client: socket.socket, status: int, reason: str, _message: str) -> None:
    """Answer what is no request, so that no view sees it, in every language of the site: which one its reader has is
    not known. Gunicorn's own page is in English and says what was sent."""
    from rulings.middleware import CONTENT_SECURITY_POLICY  # not before a worker has set Django up
    from rulings.views.errors import refused

    page = refused(status).encode()
    head = [
        f"HTTP/1.1 {status} {reason}",
        "Connection: close",
        "Cache-Control: no-store",
        "Content-Type: text/html; charset=utf-8",
        f"Content-Length: {len(page)}",
        f"Content-Security-Policy: {CONTENT_SECURITY_POLICY}",
        "X-Content-Type-Options: nosniff",
    ]
    util.write_nonblock(client, "\r\n".join([*head, "", ""]).encode() + page)


util.write_error = refuse
