"""Tables as they are printed."""

from uuid import uuid4

from momo.surfaces.cli.show import table


def test_a_table_without_rows_says_so(capsys):
    table("Legal holds", ["id", "reason"], [])
    assert capsys.readouterr().out == "Legal holds: none.\n"


def test_an_id_stands_on_one_line_however_long_the_rest_is(capsys):
    first, second = uuid4(), uuid4()
    table("Two", ["id", "what", "other"], [(first, "word " * 60, second)])
    shown = capsys.readouterr().out
    assert str(first) in shown
    assert str(second) in shown
