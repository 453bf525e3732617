"""Signatures and footers: what goes, and what only looks like one."""

import pytest

from tests.connectors.normalize.conftest import Clean

SAID = "We go with Postgres."


@pytest.mark.parametrize(
    ("kind", "footer"),
    [
        ("signature", "-- \nAda Byron\nAnalyst, Engines Ltd\n+44 20 7946 0000"),
        ("signature", "--\nAda"),
        ("signature", "-Ada Byron"),
        ("signature", "Ada"),
        ("signature", "- Ada"),
        ("signature", "*Ada Byron | Director, Engines*"),
        ("signature", "Best regards,\n\nAda Byron\nAnalyst\nhttps://engines.example"),
        ("signature", "Thanks,\nAda"),
        ("signature", "Mit freundlichen Grüßen\nAda Byron"),
        ("signature", "Cordialement,\nAda"),
        ("phone_footer", "Sent from my iPhone"),
        ("phone_footer", "Sent from my Verizon, Samsung Galaxy smartphone"),
        ("phone_footer", "Sent from Yahoo Mail for iPhone"),
        ("phone_footer", "Get Outlook for iOS<https://aka.example/o>"),
        ("phone_footer", "Von meinem iPhone gesendet"),
        ("phone_footer", "Envoyé de mon iPhone"),
        ("phone_footer", "发自我的iPhone"),
        (
            "legal_footer",
            "CONFIDENTIALITY NOTICE: This e-mail is intended only for the addressee.\n\n"
            "If you are not the intended recipient, delete it.",
        ),
        ("legal_footer", "This message and any attachments are confidential and privileged."),
        ("legal_footer", "Please consider the environment before printing this e-mail."),
        (
            "list_footer",
            "_______________________________________________\nplan mailing list\n"
            "plan@lists.mail.example\nhttps://lists.mail.example/listinfo/plan",
        ),
        (
            "list_footer",
            "-- \nYou received this message because you are subscribed to the Google Groups\n"
            '"plan" group.\nTo unsubscribe from this group, send an email to x@mail.example.',
        ),
        (
            "notification_footer",
            "—\nReply to this email directly, view it on GitHub, or unsubscribe.\n"
            "You are receiving this because you were mentioned.Message ID: <a/b@github.com>",
        ),
    ],
)
def test_footers_go(clean: Clean, kind: str, footer: str) -> None:
    found = clean(f"{SAID}\n\n{footer}\n")
    assert found.text == SAID
    assert {entry.kind for entry in found.removed} == {kind}


def test_piled_up_footers_all_go(clean: Clean) -> None:
    body = (
        f"{SAID}\n\nBest,\nAda\n\nSent from my iPad\n\nThis email is confidential.\n\n"
        "__________________\nplan mailing list\nplan@lists.mail.example"
    )
    assert clean(body).text == SAID


def test_a_signature_above_the_quote_goes_too(clean: Clean) -> None:
    body = f"{SAID}\n\nCheers,\nAda\n\nOn 5 Jan 2026 at 10:00, Bob wrote:\n> Well?\n"
    assert clean(body).text == SAID


@pytest.mark.parametrize(
    "ending",
    [
        "Decision:\n\n- Postgres",
        "- MySQL\n- Postgres",
        "Thanks, we go with Postgres.",
        "Thanks,\nplease go ahead with Postgres.",
        "Best,\nAda\n\nPS: the budget is approved.",
        "Sent from my desk, with a decision.",
        "This is confidential: the budget is approved.\n\nTell nobody.",
        "We discussed the confidentiality notice. The intended recipient line stays.",
        "--\nSecond part\n\nWe also decided to move the launch to the third of May, as Bob said.",
    ],
)
def test_what_was_said_last_is_not_a_footer(clean: Clean, ending: str) -> None:
    assert clean(f"Hello Bob.\n\n{ending}\n").text == f"Hello Bob.\n\n{ending}"


@pytest.mark.parametrize(
    ("body", "kept"), [("Thanks,\nAda", "Thanks,"), ("Ada", "Ada"), ("Cheers", "Cheers")]
)
def test_a_closing_that_is_all_there_is_stays(clean: Clean, body: str, kept: str) -> None:
    assert clean(body).text == kept


def test_a_warning_about_external_mail_goes(clean: Clean) -> None:
    banner = "CAUTION: This email originated from outside of the organization."
    found = clean(f"{banner}\n\n{SAID}")
    assert found.text == SAID
    assert found.removed[0].kind == "banner"


def test_pgp_armor_goes(clean: Clean) -> None:
    found = clean(
        f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n{SAID}\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQEcBAEBAgAGBQJSU4\n-----END PGP SIGNATURE-----\n"
    )
    assert found.text == SAID


def test_what_went_is_counted(clean: Clean) -> None:
    found = clean(f"{SAID}\n\n> Well?\n\nSent from my iPhone")
    assert {(e.kind, e.characters) for e in found.removed} == {
        ("quote", len("> Well?")),
        ("phone_footer", len("Sent from my iPhone")),
    }
