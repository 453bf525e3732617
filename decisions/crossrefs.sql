-- What may be linked. A memory links to one that is older, that was not found in the same text, and
-- that everybody who sees the first one sees too: whose `readers` are its own or, '', all. Of two of
-- one moment the one whose quote comes first is the older: what holds must not depend on which of
-- them was stored first.
CREATE FUNCTION momo_linkable(team uuid, kinds text[]) RETURNS TABLE (
    id uuid, source_date timestamptz, fingerprint bytea, item uuid, readers text
)
LANGUAGE sql STABLE AS $$
    SELECT m.id, m.source_date, COALESCE(m.fingerprint, ''), COALESCE(m.source_item_id, m.id),
        CASE m.visibility WHEN 'shared' THEN '' WHEN 'private' THEN 'owner ' || m.owner_id
             ELSE 'audience ' || m.audience_id END
    FROM decisions_memory m
    WHERE m.team_id = team AND m.kind = ANY (kinds) AND m.archived_at IS NULL
      AND m.visibility <> 'secret'
$$;

-- A similarity in 0..1: `curve` is that of the cosines from 0 to 1 in equal steps, with straight
-- lines between.
CREATE FUNCTION momo_similarity(cosine float8, curve float8[]) RETURNS float8
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN cosine >= 1 THEN curve[cardinality(curve)] WHEN cosine <= 0 THEN curve[1] ELSE
        curve[1 + floor(cosine * (cardinality(curve) - 1))::int]
        + (cosine * (cardinality(curve) - 1) - floor(cosine * (cardinality(curve) - 1)))
        * (curve[2 + floor(cosine * (cardinality(curve) - 1))::int]
           - curve[1 + floor(cosine * (cardinality(curve) - 1))::int]) END
$$;

-- As the application makes its ids: 48 bits of milliseconds, then chance.
CREATE FUNCTION momo_uuid7() RETURNS uuid
LANGUAGE sql VOLATILE AS $$
    SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING
        substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
        FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid
$$;

-- Bring the SIMILAR edges from and to memories in line with the rule: each memory has an edge to
-- the `most` nearest of those that it may link to, from the distance `farthest` on. `given` came,
-- changed or, if `leaving`, are about to go; unless `also_to` the edges from them alone are made.
--
-- A door through row-level security, owned by momo_owner (BYPASSRLS): a shared memory may be among
-- the nearest of a private one that whoever stores it does not see. It acts on the current team
-- alone, changes nothing but these edges, and answers nothing. Workers take turns, each seeing what
-- those before it have stored.
--
-- Where a team has an index of its own, none but the `candidates` nearest are considered.
CREATE FUNCTION momo_link_similar(
    team uuid, given uuid[], leaving boolean, also_to boolean, by_model text, kinds text[],
    farthest float8, curve float8[], most int, candidates int
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
SET plan_cache_mode = force_custom_plan AS $$
DECLARE
    targets uuid[];
    near uuid[];
    latest timestamptz;
    earliest timestamptz;
BEGIN
    PERFORM momo_require_current(team);
    PERFORM pg_advisory_xact_lock(hashtextextended('similar ' || team, 0));

    -- Those whose own edges are made anew: also what links to a memory that goes or has changed.
    targets := CASE WHEN leaving THEN '{}' ELSE given END;
    IF also_to AND EXISTS (
        SELECT FROM decisions_edge e
        WHERE e.team_id = team AND e.dst = ANY (given) AND e.kind = 'SIMILAR') THEN
        targets := targets || ARRAY(
            SELECT DISTINCT e.src FROM decisions_edge e
            WHERE e.team_id = team AND e.dst = ANY (given) AND e.kind = 'SIMILAR'
              AND e.src <> ALL (given)
              AND (leaving OR NOT EXISTS (
                SELECT FROM momo_linkable(team, kinds) own, momo_linkable(team, kinds) other,
                    decisions_memoryembedding v, decisions_memoryembedding w
                WHERE own.id = e.src AND other.id = e.dst
                  AND (other.source_date, other.fingerprint, other.id)
                      < (own.source_date, own.fingerprint, own.id)
                  AND other.item <> own.item AND other.readers IN ('', own.readers)
                  AND v.team_id = team AND v.memory_id = e.src
                  AND v.model = by_model AND v.chunk = 0
                  AND w.team_id = team AND w.memory_id = e.dst
                  AND w.model = by_model AND w.chunk = 0
                  AND e.weight = momo_similarity(1 - (w.embedding <=> v.embedding), curve)
                OFFSET 0)));  -- looked up for each edge, never joined as a whole
    END IF;
    SELECT min(m.source_date), max(m.source_date) INTO earliest, latest FROM decisions_memory m
    WHERE m.team_id = team AND m.id = ANY (targets || given);
    IF to_regclass('decisions_memoryembedding_' || replace(team::text, '-', '')) IS NOT NULL THEN
        SET LOCAL hnsw.iterative_scan = strict_order;  -- as messages, which are no candidates,
        SET LOCAL hnsw.ef_search = 120;  -- may be most of what is near
        -- Only what may be linked, one way or the other, takes a place: what others keep private
        -- must not push it out.
        near := ARRAY(
            SELECT DISTINCT found.id FROM momo_linkable(team, kinds) own
            JOIN decisions_memoryembedding o ON o.team_id = team AND o.memory_id = own.id
                AND o.model = by_model AND o.chunk = 0
            CROSS JOIN LATERAL (
                (SELECT v.memory_id AS id FROM decisions_memoryembedding v
                 JOIN momo_linkable(team, kinds) m ON m.id = v.memory_id
                 WHERE v.team_id = team AND v.model = by_model AND v.chunk = 0
                   AND (m.source_date, m.fingerprint, m.id)
                       < (own.source_date, own.fingerprint, own.id)
                   AND m.item <> own.item AND m.readers IN ('', own.readers)
                 ORDER BY v.embedding <=> o.embedding LIMIT candidates)
                UNION ALL
                (SELECT v.memory_id FROM decisions_memoryembedding v
                 JOIN momo_linkable(team, kinds) m ON m.id = v.memory_id
                 WHERE v.team_id = team AND v.model = by_model AND v.chunk = 0
                   AND (m.source_date, m.fingerprint, m.id)
                       > (own.source_date, own.fingerprint, own.id)
                   AND m.item <> own.item AND own.readers IN ('', m.readers)
                 ORDER BY v.embedding <=> o.embedding LIMIT candidates)) found
            WHERE own.id = ANY (targets));
    END IF;

    -- Vectors are looked up one by one, and each compared with the few that it is asked for: a
    -- planner that knows little of a young team's tables would join them the other way round.
    WITH own AS MATERIALIZED (
        SELECT m.*, v.embedding FROM momo_linkable(team, kinds) m CROSS JOIN LATERAL (
            SELECT e.embedding FROM decisions_memoryembedding e
            WHERE e.team_id = team AND e.memory_id = m.id AND e.model = by_model AND e.chunk = 0
            LIMIT 1) v
        WHERE m.id = ANY (targets)
    ), older AS MATERIALIZED (
        SELECT * FROM momo_linkable(team, kinds) m
        WHERE m.source_date <= latest AND (near IS NULL OR m.id = ANY (near))
          AND NOT (leaving AND m.id = ANY (given))
    ), pairs AS (
        SELECT pair.src, other.id AS dst, pair.distance, other.source_date, other.fingerprint
        FROM older other CROSS JOIN LATERAL (
            SELECT e.embedding FROM decisions_memoryembedding e
            WHERE e.team_id = team AND e.memory_id = other.id AND e.model = by_model
              AND e.chunk = 0
            LIMIT 1) v
        CROSS JOIN LATERAL (
            SELECT own.id AS src, v.embedding <=> own.embedding AS distance FROM own
            WHERE (other.source_date, other.fingerprint, other.id)
                  < (own.source_date, own.fingerprint, own.id)
              AND other.item <> own.item AND other.readers IN ('', own.readers)
            OFFSET 0) pair
        WHERE pair.distance <= farthest
    ), wanted AS (
        SELECT * FROM (
            SELECT *, row_number() OVER (
                PARTITION BY src ORDER BY distance, source_date DESC, fingerprint DESC, dst DESC
            ) AS place FROM pairs
        ) ranked WHERE place <= most
    ), dropped AS (
        DELETE FROM decisions_edge e
        WHERE e.team_id = team AND e.src = ANY (targets) AND e.kind = 'SIMILAR'
          AND NOT EXISTS (SELECT FROM wanted w WHERE w.src = e.src AND w.dst = e.dst)
          -- Those that the model has no vector of yet keep what they have.
          AND (e.src IN (SELECT id FROM own) OR NOT EXISTS (
            SELECT FROM momo_linkable(team, kinds) m WHERE m.id = e.src))
    )
    INSERT INTO decisions_edge AS e (team_id, id, kind, src_memory_id, dst_memory_id, role, weight,
        reason, visibility, owner_id, audience_id, created_at)
    SELECT team, momo_uuid7(), 'SIMILAR', w.src, w.dst, '', momo_similarity(1 - w.distance, curve),
        '', own.visibility, own.owner_id, own.audience_id, now()
    FROM wanted w JOIN decisions_memory own ON own.team_id = team AND own.id = w.src
    ON CONFLICT (team_id, src, dst, kind) DO UPDATE SET weight = excluded.weight,
        visibility = excluded.visibility, owner_id = excluded.owner_id,
        audience_id = excluded.audience_id
    WHERE (e.weight, e.visibility, e.owner_id, e.audience_id) IS DISTINCT FROM
        (excluded.weight, excluded.visibility, excluded.owner_id, excluded.audience_id);

    IF leaving OR NOT also_to OR NOT EXISTS (
        SELECT FROM momo_linkable(team, kinds) m
        WHERE m.source_date >= earliest AND m.id <> ALL (targets)) THEN
        RETURN;
    END IF;
    -- Newer ones to which one of the given is nearer than the farthest that they link to.
    WITH came AS MATERIALIZED (
        SELECT m.*, v.embedding FROM momo_linkable(team, kinds) m CROSS JOIN LATERAL (
            SELECT e.embedding FROM decisions_memoryembedding e
            WHERE e.team_id = team AND e.memory_id = m.id AND e.model = by_model AND e.chunk = 0
            LIMIT 1) v
        WHERE m.id = ANY (given)
    ), newer AS MATERIALIZED (
        SELECT * FROM momo_linkable(team, kinds) m
        WHERE m.source_date >= earliest AND m.id <> ALL (targets)
          AND (near IS NULL OR m.id = ANY (near))
    ), pairs AS MATERIALIZED (
        SELECT own.id AS src, pair.* FROM newer own CROSS JOIN LATERAL (
            SELECT e.embedding FROM decisions_memoryembedding e
            WHERE e.team_id = team AND e.memory_id = own.id AND e.model = by_model AND e.chunk = 0
            LIMIT 1) v
        CROSS JOIN LATERAL (
            SELECT other.id AS dst, v.embedding <=> other.embedding AS distance,
                other.source_date, other.fingerprint
            FROM came other
            WHERE (other.source_date, other.fingerprint, other.id)
                  < (own.source_date, own.fingerprint, own.id)
              AND other.item <> own.item AND other.readers IN ('', own.readers)
            OFFSET 0) pair
        WHERE pair.distance <= farthest
    ), linked AS MATERIALIZED (
        SELECT p.src, l.edges, l.weakest FROM (SELECT DISTINCT src FROM pairs) p
        CROSS JOIN LATERAL (
            SELECT count(*) AS edges, min(e.weight) AS weakest FROM decisions_edge e
            WHERE e.team_id = team AND e.src = p.src AND e.kind = 'SIMILAR' OFFSET 0) l
    ), entering AS MATERIALIZED (
        SELECT p.* FROM pairs p JOIN linked l ON l.src = p.src
        WHERE l.edges < most OR momo_similarity(1 - p.distance, curve) >= l.weakest
    ), contenders AS (
        SELECT * FROM entering
        UNION ALL
        SELECT p.src, there.* FROM (SELECT DISTINCT src FROM entering) p CROSS JOIN LATERAL (
            SELECT e.dst, w.embedding <=> v.embedding, m.source_date, COALESCE(m.fingerprint, '')
            FROM decisions_edge e
            JOIN decisions_memory m ON m.team_id = team AND m.id = e.dst
            JOIN decisions_memoryembedding v ON v.team_id = team AND v.memory_id = e.src
                AND v.model = by_model AND v.chunk = 0
            JOIN decisions_memoryembedding w ON w.team_id = team AND w.memory_id = e.dst
                AND w.model = by_model AND w.chunk = 0
            WHERE e.team_id = team AND e.src = p.src AND e.kind = 'SIMILAR'
              AND e.dst <> ALL (given)
            OFFSET 0) there
    ), ranked AS (
        SELECT *, row_number() OVER (
            PARTITION BY src ORDER BY distance, source_date DESC, fingerprint DESC, dst DESC
        ) AS place FROM contenders
    ), dropped AS (
        DELETE FROM decisions_edge e USING ranked r
        WHERE e.team_id = team AND e.src = r.src AND e.dst = r.dst AND e.kind = 'SIMILAR'
          AND r.place > most
    )
    INSERT INTO decisions_edge (team_id, id, kind, src_memory_id, dst_memory_id, role, weight,
        reason, visibility, owner_id, audience_id, created_at)
    SELECT team, momo_uuid7(), 'SIMILAR', r.src, r.dst, '', momo_similarity(1 - r.distance, curve),
        '', own.visibility, own.owner_id, own.audience_id, now()
    FROM ranked r JOIN decisions_memory own ON own.team_id = team AND own.id = r.src
    WHERE r.place <= most AND r.dst = ANY (given)
    ON CONFLICT (team_id, src, dst, kind) DO NOTHING;
END $$;
