-- Which memories have each of the lexemes among their own words: for each lexeme, in its order, the
-- ids of all that have it (16 bytes each, one after the other) and numbers of the threads they are in
-- (8 bytes each, in the same order; of itself where it is in none); null where there is none. Which of
-- them are best is for who asks: with that, a third of the instructions do of those that grouping and
-- sorting them as rows took here.
--
-- A door through row-level security, owned by momo_owner (BYPASSRLS): under it Postgres does not
-- use an index over words, as comparing arrays may tell of what it compares. The policy of the
-- table is repeated here, with each value it compares with read once, so nothing comes out that it
-- would not show.
CREATE FUNCTION momo_hits(lexemes text[]) RETURNS TABLE (memories bytea, threads bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
WITH acting AS MATERIALIZED (
    SELECT NULLIF(current_setting('momo.team', true), '')::uuid AS team,
        NULLIF(current_setting('momo.principal', true), '')::uuid AS principal,
        NULLIF(current_setting('momo.audiences', true), '')::uuid[] AS audiences
)
SELECT hit.memories, hit.threads
FROM acting, unnest(momo_terms(acting.team, lexemes)) WITH ORDINALITY AS asked (term, place),
LATERAL (
    SELECT string_agg(uuid_send(t.memory_id), ''::bytea) AS memories,
        string_agg(int8send(hashtextextended(
            COALESCE(NULLIF(t.thread_key, ''), t.memory_id::text), 0)), ''::bytea) AS threads
    FROM decisions_memoryterms t
    WHERE t.terms @> ARRAY[asked.term]
      -- Not as a condition of another index: the number of a term says whose it is already.
      AND (t.team_id = acting.team) IS TRUE
      AND (t.visibility = 'shared'
           OR t.owner_id = acting.principal
           OR t.audience_id = ANY (acting.audiences))
) AS hit
ORDER BY asked.place
$$;
