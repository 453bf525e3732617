-- As it was until hits.sql took its place; processes of the former version call it.
--
-- What has lexemes among its own words: how many memories have each, of how many there are; the
-- threads that have most of the rarer lexemes between them, and the memories that do by themselves,
-- best first, at most so many (all for null). Those in `aside` count as memories, and are left out.
-- `known` is how many memories there are where that is known (see retrieval.landing.seen): in a large
-- team counting them takes longer than all else.
--
-- A door through row-level security, owned by momo_owner (BYPASSRLS): under it Postgres does not
-- use an index over words, as comparing arrays may tell of what it compares. The policy of the
-- table is repeated here word for word, so nothing comes out that it would not show.
CREATE FUNCTION momo_worded(
    lexemes text[], aside uuid[], most_threads int, most_memories int,
    known bigint DEFAULT NULL,
    OUT indexed bigint, OUT frequencies bigint[], OUT threads text[], OUT memories uuid[]
) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
WITH seen AS MATERIALIZED (
    SELECT COALESCE(known, (
        SELECT count(*) FROM decisions_memoryterms t
        WHERE t.team_id = NULLIF(current_setting('momo.team', true), '')::uuid
          AND (t.visibility = 'shared'
               OR t.owner_id = NULLIF(current_setting('momo.principal', true), '')::uuid
               OR t.audience_id = ANY (NULLIF(current_setting('momo.audiences', true), '')::uuid[]))
    )) AS total
), hit AS MATERIALIZED (
    SELECT asked.place, t.memory_id,
        COALESCE(NULLIF(t.thread_key, ''), t.memory_id::text) AS thread
    FROM unnest(momo_terms(NULLIF(current_setting('momo.team', true), '')::uuid, lexemes))
        WITH ORDINALITY AS asked (term, place)
    JOIN decisions_memoryterms t ON t.terms @> ARRAY[asked.term]
    -- Not as a condition of another index: the number of a term says whose it is already.
    WHERE (t.team_id = NULLIF(current_setting('momo.team', true), '')::uuid) IS TRUE
      AND (t.visibility = 'shared'
           OR t.owner_id = NULLIF(current_setting('momo.principal', true), '')::uuid
           OR t.audience_id = ANY (NULLIF(current_setting('momo.audiences', true), '')::uuid[]))
), lexeme AS MATERIALIZED (
    SELECT place, found,
        -- More than were known may have it by now.
        ln(1 + (GREATEST(total, found) - found + 0.5::float8) / (found + 0.5::float8)) AS weight
    FROM seen, (
        SELECT place, count(hit.place) AS found
        FROM generate_subscripts(lexemes, 1) AS place LEFT JOIN hit USING (place) GROUP BY place
    ) AS counted
), said AS MATERIALIZED (
    SELECT hit.memory_id, hit.thread, hit.place, lexeme.weight FROM hit JOIN lexeme USING (place)
    WHERE hit.memory_id NOT IN (SELECT unnest(aside))
)
SELECT
    (SELECT total FROM seen),
    ARRAY(SELECT found FROM lexeme ORDER BY place),
    -- Of equals the newest, by their ids: those are what is asked about most.
    ARRAY(SELECT thread FROM (
              SELECT thread, place, weight, max(memory_id::text) AS newest FROM said
              GROUP BY thread, place, weight) AS each
          GROUP BY thread ORDER BY sum(weight) DESC, max(newest) DESC LIMIT most_threads),
    ARRAY(SELECT memory_id FROM said
          GROUP BY memory_id ORDER BY sum(weight) DESC, memory_id DESC LIMIT most_memories)
$$;
