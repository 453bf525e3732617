-- pgvector, for embeddings. It is not a trusted extension: only a superuser may create it,
-- so migrations, which run as momo_owner, find it here.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS vector;
