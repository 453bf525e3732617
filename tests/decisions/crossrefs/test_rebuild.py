"""All links made anew are those made as memories came, and it goes on where it was interrupted."""

import pytest

from decisions import crossrefs
from tests.decisions.crossrefs.crowd import Crowd
from tests.decisions.crossrefs.measured import links_of


class TestRebuild:
    @pytest.fixture
    def rebuild(self, world, monkeypatch):
        """Link all there is, `after` what was done; the batches that were told of."""
        monkeypatch.setattr(crossrefs, "BATCH", 2)

        def run(after=None, stop_after=None):
            batches = []

            def on_batch(*told):
                batches.append(told)
                if len(batches) == stop_after:
                    raise KeyboardInterrupt

            try:
                links = crossrefs.rebuild(
                    world.scope("owner"), after=after or {}, on_batch=on_batch
                )
            except KeyboardInterrupt:
                return None, batches
            return links, batches

        return run

    def test_everybodys_memories_are_linked(self, world, remember, rebuild):
        for number in range(3):
            remember(str(number))
        remember("Mine", who="private_owner", visibility="private")
        links, batches = rebuild()
        assert links == 3  # what others keep private is not counted
        assert [size for _, _, size in batches] == [2, 1, 1]
        assert len(links_of(world, "private_owner")) == 6
        assert len(links_of(world, "owner")) == 3

    def test_it_goes_on_where_it_was_interrupted(self, world, remember, rebuild):
        for number in range(5):
            remember(str(number))
        _, told = rebuild(stop_after=1)
        assert len(links_of(world, "owner")) == 1
        links, batches = rebuild(after={principal: last for principal, last, _ in told})
        assert links == 10
        assert [size for _, _, size in batches] == [2, 1]
        assert len(links_of(world, "owner")) == 10

    @pytest.mark.parametrize("seed", range(3))
    def test_the_links_are_those_made_as_memories_came(self, world, remember, rebuild, seed):
        from decisions.models import Edge

        crowd = Crowd(world, remember, seed)
        crowd.come(list(crowd.plans), batch=4)
        as_they_came = crowd.links()
        rebuild()
        assert crowd.links() == as_they_came
        for who in ("owner", "teammate", "private_owner"):
            with world.acting_as(who):
                Edge.objects.all().delete()
        rebuild()
        assert crowd.links() == as_they_came == crowd.expected()
