"""The fake Discord plays what is written for it."""

from connectors.fakes.scenario import read_scenario

SCENARIO = """
- channel: {name: team}
- message: {channel: team, by: jane, text: "We go with Postgres, @tom.", as: choice}
- reply: {to: choice, by: tom, text: "Agreed."}
- edit: {of: choice, text: "We go with Postgres 18."}
- react: {to: choice, by: tom, emoji: "👍"}
- thread: {of: choice, title: Postgres}
- message: {channel: Postgres, by: ann, text: "On our own machines."}
- channel: {name: ideas, kind: forum}
- forum_post: {channel: ideas, title: Lyon, text: "An office in Lyon?", as: lyon}
- poll: {channel: team, question: "When?", answers: [Now, Later], as: when}
- close_poll: {of: when, votes: [3, 1]}
- channel: {name: board, private: true, members: [jane]}
- message: {channel: board, by: jane, text: "We buy Initech."}
- message: {channel: team, text: "Oops", as: oops}
- delete: {of: oops}
"""


def test_a_scenario_is_played_and_read(hand, fake):
    fake.do_join("tom")
    fake.play(read_scenario(SCENARIO))
    texts = set(hand.backfill().texts)
    assert {
        "We go with Postgres 18.", "Agreed.", "On our own machines.", "An office in Lyon?",
        "We buy Initech.",
    } < texts  # fmt: skip
    assert "Oops" not in texts
    assert [text for text in texts if "By vote, we chose Now over Later." in text]
