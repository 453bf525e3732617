-- Let edges follow the names that they name their entity by, out of the entities in `left_ids`, which
-- names have left; entities that no name is left of go.
--
-- A door through row-level security, owned by momo_owner (BYPASSRLS): what the team shares may be
-- joined or parted by somebody who does not see the private memories and names that lead there, and
-- those must lead there still. It acts on the current team alone, answers nothing, and shows nobody
-- anything: an edge stays with those who saw it. Of two that become one the shared one says in which
-- role; the other's role is kept with the name, to part them again.
CREATE FUNCTION momo_follow_names(team uuid, left_ids uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE ranks text[] := ARRAY['author', 'decider', 'owner', 'assignee', 'mentioned', 'to', 'cc', ''];
BEGIN
    PERFORM momo_require_current(team);
    -- Private names go where the shared one went that their entity has its id from.
    UPDATE decisions_entityname p SET entity_id = s.entity_id FROM decisions_entityname s
    WHERE p.team_id = team AND p.entity_id = ANY (left_ids)
      AND s.team_id = team AND s.id = p.entity_id AND s.holder <> p.holder
      AND s.entity_id <> p.entity_id;
    UPDATE decisions_entity o SET merged_into = s.entity_id FROM decisions_entityname s
    WHERE o.team_id = team AND o.merged_into = ANY (left_ids)
      AND s.team_id = team AND s.id = o.merged_into AND s.entity_id <> o.merged_into;
    WITH named AS (
        SELECT e.id, e.dst_entity_id, COALESCE(n.entity_id, e.dst_entity_id) AS target
        FROM decisions_edge e
        CROSS JOIN LATERAL jsonb_object_keys(
            COALESCE(e.named, jsonb_build_object(e.dst_entity_id, e.role))) AS said (name)
        LEFT JOIN decisions_entityname n ON n.team_id = team AND n.id = said.name::uuid
        WHERE e.team_id = team AND e.dst = ANY (left_ids) AND e.dst_entity_id IS NOT NULL
    ), gone AS (
        DELETE FROM decisions_edge e
        WHERE e.team_id = team
          AND e.id IN (SELECT named.id FROM named WHERE named.target <> named.dst_entity_id)
        RETURNING e.*
    ), parts AS (
        SELECT g.kind, g.src_memory_id, g.src_entity_id, g.weight, g.reason, g.created_at,
            said.name, said.role, COALESCE(n.entity_id, g.dst_entity_id) AS target,
            -- A shared edge shows no more than the team's own names for it.
            hidden.is AS hidden,
            CASE WHEN hidden.is THEN n.visibility ELSE g.visibility END AS visibility,
            CASE WHEN hidden.is THEN n.owner_id ELSE g.owner_id END AS owner_id,
            CASE WHEN hidden.is THEN n.audience_id ELSE g.audience_id END AS audience_id
        FROM gone g
        CROSS JOIN LATERAL jsonb_each_text(
            COALESCE(g.named, jsonb_build_object(g.dst_entity_id, g.role))) AS said (name, role)
        LEFT JOIN decisions_entityname n ON n.team_id = team AND n.id = said.name::uuid
        CROSS JOIN LATERAL (
            SELECT g.visibility = 'shared' AND COALESCE(n.visibility <> 'shared', false) AS is
        ) hidden
    ), best AS (
        SELECT DISTINCT ON (kind, src_memory_id, src_entity_id, target) * FROM parts
        ORDER BY kind, src_memory_id, src_entity_id, target, visibility <> 'shared',
            COALESCE(array_position(ranks, role), 3.5), role
    ), whole AS (
        SELECT kind, src_memory_id, src_entity_id, target, jsonb_object_agg(name, role) AS named
        FROM parts GROUP BY kind, src_memory_id, src_entity_id, target
    )
    INSERT INTO decisions_edge AS e (team_id, id, kind, src_memory_id, src_entity_id,
        dst_entity_id, role, named, weight, reason, created_at, visibility, owner_id, audience_id)
    SELECT team, gen_random_uuid(), b.kind, b.src_memory_id, b.src_entity_id, b.target, b.role,
        w.named, b.weight, b.reason, b.created_at, b.visibility, b.owner_id, b.audience_id
    FROM best b JOIN whole w
      ON w.kind = b.kind AND w.target = b.target
     AND w.src_memory_id IS NOT DISTINCT FROM b.src_memory_id
     AND w.src_entity_id IS NOT DISTINCT FROM b.src_entity_id
    ON CONFLICT (team_id, src, dst, kind) DO UPDATE SET
        named = COALESCE(e.named, jsonb_build_object(e.dst_entity_id, e.role)) || excluded.named,
        role = CASE
            WHEN (e.visibility = 'shared') <> (excluded.visibility = 'shared')
                THEN CASE WHEN e.visibility = 'shared' THEN e.role ELSE excluded.role END
            WHEN COALESCE(array_position(ranks, excluded.role), 3.5)
                 < COALESCE(array_position(ranks, e.role), 3.5) THEN excluded.role
            ELSE e.role END,
        visibility = CASE WHEN excluded.visibility = 'shared' THEN 'shared' ELSE e.visibility END;
    DELETE FROM decisions_entity gone
    WHERE gone.team_id = team AND gone.id = ANY (left_ids) AND gone.merged_into IS NULL
      AND NOT EXISTS (
          SELECT FROM decisions_entityname n WHERE n.team_id = team AND n.entity_id = gone.id);
END $$;
-- Mark what private names may be known by otherwise now, as these entities and names of the team's
-- changed, and answer with one principal for each who sees them and so can look at them again; for
-- those as well that wait to be looked at since these tables came.
--
-- A door for the same reason. It tells nobody but the service whose they are, and not what they are.
CREATE FUNCTION momo_disturb_names(team uuid, entities uuid[], known_by text[]) RETURNS SETOF uuid
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM momo_require_current(team);
    RETURN QUERY
    WITH disturbed AS (
        UPDATE decisions_entityname n SET stale = true
        WHERE n.team_id = team AND NOT n.stale AND n.visibility <> 'shared'
          AND (n.entity_id = ANY (entities) OR n.keys && known_by)
        RETURNING n.owner_id, n.audience_id, n.visibility
    ), waiting AS (
        SELECT n.owner_id, n.audience_id, n.visibility FROM decisions_entityname n
        WHERE n.team_id = team AND n.stale AND n.visibility <> 'shared'
    )
    SELECT DISTINCT CASE WHEN d.visibility <> 'restricted' THEN d.owner_id ELSE (
        SELECT a.principal_id FROM accounts_audiencemember a
        WHERE a.team_id = team AND a.audience_id = d.audience_id AND a.principal_id IS NOT NULL
        ORDER BY a.principal_id LIMIT 1) END
    FROM (SELECT * FROM disturbed UNION SELECT * FROM waiting) d;
END $$;
-- Delete the names of these entities that no memory names them by any more, and the entities that
-- are left with neither names nor memories; the names that stay are to be looked at again.
--
-- A door for the same reason: someone's private memory may name what the team shares, and whoever
-- erases does not see that. It acts on the current team alone and answers nothing.
CREATE FUNCTION momo_forget_names(team uuid, entities uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM momo_require_current(team);
    UPDATE decisions_entityname n SET stale = true
    WHERE n.team_id = team AND n.entity_id = ANY (entities) AND n.type <> 'thread';
    DELETE FROM decisions_entityname n
    WHERE n.team_id = team AND n.entity_id = ANY (entities)
      AND NOT EXISTS (
        SELECT FROM decisions_edge e
        WHERE e.team_id = team AND e.dst = n.entity_id AND e.src_memory_id IS NOT NULL
          AND CASE WHEN e.named IS NULL THEN e.dst = n.id ELSE e.named ? n.id::text END);
    DELETE FROM decisions_entity gone
    WHERE gone.team_id = team
      AND (gone.id = ANY (entities) OR gone.merged_into = ANY (entities))
      AND NOT EXISTS (
        SELECT FROM decisions_edge e WHERE e.team_id = team AND e.dst = gone.id)
      AND NOT EXISTS (
        SELECT FROM decisions_entityname n
        WHERE n.team_id = team AND n.entity_id IN (gone.id, gone.merged_into));
END $$;
