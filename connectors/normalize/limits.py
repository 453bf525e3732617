"""Every bound and tuned number of the Normalize stage, with unit and reason.

Mail providers carry up to about 25 MB a mail, nearly all of it attachments. The bounds below keep
the worst case of such a mail at a few seconds; ordinary mail is far under all of them.
"""

MAX_TEXT_CHARACTERS = 1_000_000  # of one text; a long novel. The rest is counted as `oversize`
MAX_HTML_CHARACTERS = 2_000_000  # of markup; parsing and layout take about 0.25 s per million

MAX_HEADER_BYTES = 262_144  # of one header block; Gmail and Exchange refuse more than that
MAX_HEADER_VALUE = 4_000  # characters of one header read; the stdlib's parsers are quadratic
MAX_ADDRESS_VALUE = 40_000  # characters of an address list; about 1,000 recipients
MAX_ENCODED_WORDS = 2_000  # characters given to the RFC 2047 decoder
MAX_NESTING = 20  # comments, groups or domain literals in an address list; the stdlib recurses
MAX_REFERENCES = 200  # message ids kept of a References header

MAX_PARTS = 500  # MIME parts in one multipart
MAX_MIME_DEPTH = 12  # nested multiparts; real mail has up to 5
MAX_ATTACHED_MAILS = 100  # mails attached to one mail that are read; a digest has up to 50
MAX_FORWARD_DEPTH = 4  # mails attached inside attached mails

MAX_HTML_DEPTH = 1_000  # nested tags that are kept; libxml2 drops all that is below 2,048
MAX_LIST_DEPTH = 8  # nested HTML lists or quotes that are shown so; each level pads every line
MAX_CELL = 300  # characters of a table's cell; longer ones are a page's layout, not data
MAX_TABLE = 50_000  # characters of an aligned table: its rows times its width

TAIL_LINES = 40  # lines at a text's end where a footer may begin
FOOTER_LINE_CHARACTERS = 2_000  # of a line that are looked at; a legal notice may be one line
MAX_FOOTERS = 20  # footers taken off one below the other; people have seen up to 5
STRICT_SIGNATURE_LINES = 40  # after "-- ", which only means a signature (RFC 3676, 4.3)
LOOSE_SIGNATURE_LINES = 12  # after "--", which people also use to divide a text
CLOSING_LINES = 12  # from "Best regards," to the end
ATTRIBUTION_LINES = 5  # lines over which "On ..., X wrote:" may be wrapped
ATTRIBUTION_CHARACTERS = 500  # of such a line put together
HEADER_BLOCK_LINES = 24  # lines of a quoted From/Sent/To/Subject block, long To lists included
STUB_CHARACTERS = 600  # a plain alternative under this may be a "view in your browser" stub
