"""Links are the same in whatever order memories come, change and go."""

import random

import pytest

from tests.decisions.crossrefs.crowd import Crowd
from tests.decisions.crossrefs.measured import anywhere


@pytest.mark.parametrize("seed", range(6))
def test_links_do_not_depend_on_the_order_in_which_memories_come(world, remember, seed):
    crowd = Crowd(world, remember, seed)
    titles = list(crowd.plans)
    random.Random(seed).shuffle(titles)
    crowd.come(titles, batch=1 + 4 * (seed % 3))
    assert crowd.links() == crowd.expected()


@pytest.mark.parametrize("seed", range(6))
def test_links_follow_whatever_changes_and_goes(world, remember, seed):
    crowd, dice = Crowd(world, remember, seed), random.Random(seed)
    titles = list(crowd.plans)
    crowd.come(titles[:20], batch=5)
    for _ in range(4):
        crowd.go(dice.choice(list(crowd.there)))
        crowd.change(
            dice.choice(list(crowd.there)), anywhere(dice), dice.choice(["shared", "private"])
        )
        assert crowd.links() == crowd.expected()
    crowd.come(titles[20:], batch=3)
    assert crowd.links() == crowd.expected()
