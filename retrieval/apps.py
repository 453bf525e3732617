import gc

from django.apps import AppConfig

# Objects made beyond those let go of, after which Python looks for circles among them. A search
# makes thousands and no circles: at Python's own 700 it looks several times during each, which
# takes 0.4 ms of it.
CIRCLES_AFTER = 20_000


class RetrievalConfig(AppConfig):
    name = "retrieval"
    label = "retrieval"

    def ready(self) -> None:
        gc.set_threshold(CIRCLES_AFTER)
