"""Many memories in any order, with the links that the rule gives them."""

import random

import numpy as np
from pgvector import HalfVector

from decisions import crossrefs
from decisions.histories import lineage
from tests.decisions.crossrefs.measured import anywhere, links_of


def _cosine(one: np.ndarray, other: np.ndarray) -> float:
    """Of the vectors as they are stored, in half precision."""
    a, b = (np.float64(np.float16(vector)) for vector in (one, other))
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


class Crowd:
    """Memories that come, change and go in any order, and what the rule says of those there are."""

    PEOPLE = (("owner", "shared"), ("teammate", "shared"), ("teammate", "private"),
              ("private_owner", "private"))  # fmt: skip

    def __init__(self, world, remember, seed):
        self.world, self.remember = world, remember
        dice = random.Random(seed)
        self.there = {}
        self.plans = {
            f"{number}": {
                "day": dice.randrange(12), "vector": anywhere(dice), "fingerprint": bytes([number]),
                **dict(zip(("who", "visibility"), dice.choice(self.PEOPLE), strict=True)),
            }
            for number in range(30)
        }  # fmt: skip

    def come(self, titles, batch):
        """Each batch is linked by whoever stored its first, who may not see the others."""
        for start in range(0, len(titles), batch):
            part = titles[start : start + batch]
            self.there |= {t: self.remember(t, **self.plans[t]) for t in part}
            with self.world.acting_as(self.plans[part[0]]["who"]):
                crossrefs.refresh([self.there[t].id for t in part])

    def go(self, title):
        with self.world.acting_as(self.plans[title]["who"]):
            lineage.remove([self.there.pop(title).id])

    def change(self, title, vector, visibility):
        from decisions.models import Memory, MemoryEmbedding

        plan, id_ = self.plans[title], self.there[title].id
        plan |= {"vector": vector, "visibility": visibility}
        with self.world.acting_as(plan["who"]):
            Memory.objects.filter(id=id_).update(visibility=visibility)
            MemoryEmbedding.objects.filter(memory_id=id_).update(
                visibility=visibility, embedding=HalfVector(vector)
            )
            crossrefs.refresh([id_])

    def expected(self):
        return {(t, other) for t in self.there for other in self._nearest(t)}

    def _nearest(self, title):
        own = self.plans[title]
        cosines = {
            other: _cosine(own["vector"], plan["vector"])
            for other, plan in self.plans.items()
            if other in self.there and self._age(plan) < self._age(own) and self._seen(own, plan)
        }
        near = [t for t, cosine in cosines.items() if cosine / 2 >= crossrefs.LINK_SIMILARITY]
        return sorted(near, key=cosines.get, reverse=True)[: crossrefs.MAX_LINKS]

    @staticmethod
    def _age(plan):
        return plan["day"], plan["fingerprint"]

    @staticmethod
    def _seen(own, other):
        return other["visibility"] == "shared" or (
            (own["visibility"], own["who"]) == (other["visibility"], other["who"])
        )

    def links(self):
        return {
            link
            for who in ("owner", "teammate", "private_owner")
            for link in links_of(self.world, who)
        }
