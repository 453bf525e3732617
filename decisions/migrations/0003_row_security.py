from django.db import migrations

from momo.platform.tenancy import row_security

_TABLES = [
    "memory", "memoryembedding", "entity", "edge", "occurrence", "supersession", "memoryrevision",
]  # fmt: skip
_TO_MEMORY = [
    ("memoryembedding", "memory_id"),
    ("edge", "src_memory_id"),
    ("edge", "dst_memory_id"),
    ("occurrence", "memory_id"),
    ("supersession", "old_id"),
    ("supersession", "new_id"),
    ("memoryrevision", "memory_id"),
]
_TO_ITEM = [("memory", "source_item_id"), ("edge", "dst_item_id"), ("occurrence", "source_item_id")]


class Migration(migrations.Migration):
    dependencies = [
        ("decisions", "0002_memory_embedding"),
        ("connectors", "0002_row_security"),
        ("accounts", "0002_row_security"),
    ]

    operations = [
        *(row_security.belongs_to_team(f"decisions_{table}") for table in _TABLES),
        *(
            row_security.references(f"decisions_{table}", column, "decisions_memory")
            for table, column in _TO_MEMORY
        ),
        *(
            row_security.references(f"decisions_{table}", column, "connectors_sourceitem")
            for table, column in _TO_ITEM
        ),
        row_security.references("decisions_edge", "src_entity_id", "decisions_entity"),
        row_security.references("decisions_edge", "dst_entity_id", "decisions_entity"),
        *(row_security.secure(f"decisions_{table}", owned=True) for table in _TABLES),
        # A partition is a table that could be asked directly: the same policy binds it.
        row_security.secure("decisions_memoryembedding_small", owned=True),
    ]
