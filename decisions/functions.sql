-- Bring decisions in line with the supersessions in force: which newer one each is superseded by,
-- and since when. Concerned are `older`, and all that one of `newer` replaces or had replaced.
--
-- A door through row-level security, owned by momo_owner (BYPASSRLS): whoever removes, reverses or
-- hides a decision may not see those that it had replaced, and these must stand again all the same.
-- It acts on the current team alone and answers nothing. It changes these two columns, and who sees
-- that one replaced the other: once both are the team's, all see it, whoever shared which of them.
-- Without that, who shares one while the other is hidden would leave a record that its owner alone
-- sees, and others could close a circle with it.
--
-- A reversed decision replaces nothing, nor does one that not all who see the older one can see:
-- its id would tell of it. Where two replaced the same decision, the later one counts.
CREATE FUNCTION momo_settle(team uuid, older uuid[], newer uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE concerned uuid[];
BEGIN
    PERFORM momo_require_current(team);
    UPDATE decisions_supersession s SET visibility = 'shared'
    FROM decisions_memory o, decisions_memory n
    WHERE s.team_id = team AND s.visibility <> 'shared'
      AND (s.old_id = ANY (older || newer) OR s.new_id = ANY (older || newer))
      AND o.team_id = team AND o.id = s.old_id AND o.visibility = 'shared'
      AND n.team_id = team AND n.id = s.new_id AND n.visibility = 'shared';
    UPDATE decisions_edge e SET visibility = 'shared'
    FROM decisions_memory o, decisions_memory n
    WHERE e.team_id = team AND e.kind = 'SUPERSEDES' AND e.visibility <> 'shared'
      AND (e.src = ANY (older || newer) OR e.dst = ANY (older || newer))
      AND o.team_id = team AND o.id = e.dst AND o.visibility = 'shared'
      AND n.team_id = team AND n.id = e.src AND n.visibility = 'shared';
    concerned := ARRAY(
        SELECT unnest(older)
        UNION
        SELECT s.old_id FROM decisions_supersession s
        WHERE s.team_id = team AND s.new_id = ANY (newer) AND s.undone_at IS NULL
        UNION
        SELECT m.id FROM decisions_memory m
        WHERE m.team_id = team AND m.superseded_by = ANY (newer)
    );
    -- In order, so that two that settle the same decisions wait for, not deadlock, each other.
    PERFORM FROM decisions_memory m
    WHERE m.team_id = team AND m.id = ANY (concerned) ORDER BY m.id FOR NO KEY UPDATE;
    UPDATE decisions_memory target
    SET superseded_by = last.new_id, invalid_at = last.valid_from, updated_at = clock_timestamp()
    FROM decisions_memory own
    LEFT JOIN LATERAL (
        SELECT s.new_id, successor.valid_from FROM decisions_supersession s
        JOIN decisions_memory successor
          ON successor.team_id = team AND successor.id = s.new_id
        WHERE s.team_id = team AND s.old_id = own.id AND s.undone_at IS NULL
          AND successor.status <> 'reversed'
          AND (successor.visibility = 'shared'
               OR (own.visibility = 'restricted' AND successor.visibility = 'restricted'
                   AND successor.audience_id = own.audience_id)
               OR (own.visibility IN ('private', 'secret')
                   AND (successor.owner_id = own.owner_id
                        OR successor.audience_id IN (
                            SELECT a.audience_id FROM accounts_audiencemember a
                            WHERE a.team_id = team AND a.principal_id = own.owner_id))))
        ORDER BY successor.valid_from DESC, successor.id DESC LIMIT 1
    ) last ON true
    WHERE own.team_id = team AND own.id = ANY (concerned)
      AND target.team_id = own.team_id AND target.id = own.id
      AND (target.superseded_by, target.invalid_at)
          IS DISTINCT FROM (last.new_id, last.valid_from);
END $$;
