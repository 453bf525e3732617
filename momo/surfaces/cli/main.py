"""The `momo` command. Each command is a module; this file only gathers them."""

import click

from momo.surfaces.cli.commands import (
    ask,
    backfill_crossrefs,
    commitments,
    compact,
    context,
    decisions,
    digest,
    doctor,
    entities,
    erase,
    evaluate,
    graph,
    history,
    hold,
    ingest,
    key,
    migrate,
    partitions,
    pipeline,
    ratify,
    reindex,
    related,
    retention,
    retrieval_settings,
    rotate_keys,
    search,
    team,
    up,
    usage,
)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="momo")
def run() -> None:
    """Momo keeps what your team decided, who decided it, why, and whether it still holds.

    Start it with `momo up`, bring something in with `momo ingest`, then `momo ask`.
    """


for command in (
    up.up, ingest.ingest, ask.ask, search.search, context.context, decisions.decisions,
    history.history, entities.entities, digest.digest, commitments.commitments, ratify.ratify,
    ratify.accuracy, pipeline.pipeline, team.team, key.key,
    evaluate.evaluate, doctor.doctor,
    migrate.migrate,
    rotate_keys.rotate_keys, related.related, graph.graph, backfill_crossrefs.backfill_crossrefs,
    partitions.partitions, reindex.reindex, compact.compact, retrieval_settings.retrieval_settings,
    erase.erase, retention.retention, hold.hold,
    usage.usage, usage.budget,
):  # fmt: skip
    run.add_command(command)
