"""What gunicorn is told beyond its command line: ``--config kb/serving.py``."""

from gunicorn.http import message

# A line of a request in bytes: a letter of a question in Russian takes six. Whatever is longer than the site takes is
# for the site to say, in the reader's language and with its headers; gunicorn's own page has neither. Gunicorn takes
# either this much or lines without an end, which would fill the memory, unless its own bound is moved as well.
limit_request_line = message.MAX_REQUEST_LINE = 64 * 1024

# Seconds without a sign of life after which a worker is taken for dead: it gives none while it starts, and it reads the
# index then, which may take a while on a busy machine.
timeout = 120
