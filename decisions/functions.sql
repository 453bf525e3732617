-- Bring decisions in line with the supersessions in force: which newer one each is superseded by,
-- and since when. Concerned are `older`, and all that one of `newer` replaces or had replaced.
--
-- A door through row-level security, owned by momo_owner (BYPASSRLS): whoever removes, reverses or
-- hides a decision may not see those that it had replaced, and these must stand again all the same.
-- It acts on the current team alone, changes nothing but these two columns, and answers nothing.
--
-- A reversed decision replaces nothing, nor does one that not all who see the older one can see:
-- its id would tell of it. Where two replaced the same decision, the later one counts.
CREATE FUNCTION momo_settle(team uuid, older uuid[], newer uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE concerned uuid[];
BEGIN
    IF team IS NULL
       OR team IS DISTINCT FROM NULLIF(current_setting('momo.team', true), '')::uuid
    THEN
        RAISE insufficient_privilege USING MESSAGE = 'not the team of the current context';
    END IF;
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
