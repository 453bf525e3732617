-- Let the memory that says the same stand for the one that is about to be erased: what people and
-- rules said of that one, they said of this. Its own words go with it, so where a rule gave a reason
-- in them, the reason goes too.
--
-- A door through row-level security, owned by momo_owner (BYPASSRLS): others may have replaced it by
-- decisions that whoever erases it does not see, and these must go on replacing what it said. It
-- acts on the current team alone, only where the one restates the other, and answers nothing.
CREATE FUNCTION momo_rebase(team uuid, gone uuid, stays uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE counted uuid; numbered integer;
BEGIN
    PERFORM momo_require_current(team);
    SELECT r.occurrence_id INTO counted FROM lifecycle_restatement r
    WHERE r.team_id = team AND r.older_id = gone AND r.newer_id = stays;
    IF counted IS NULL THEN
        RAISE EXCEPTION 'the one does not restate the other';
    END IF;
    DELETE FROM lifecycle_restatement r WHERE r.team_id = team AND r.newer_id = stays;
    DELETE FROM decisions_occurrence o WHERE o.team_id = team AND o.id = counted;
    UPDATE lifecycle_restatement r SET older_id = stays WHERE r.team_id = team AND r.older_id = gone;
    UPDATE decisions_occurrence o SET memory_id = stays
    WHERE o.team_id = team AND o.memory_id = gone;

    DELETE FROM decisions_supersession s WHERE s.team_id = team
      AND ((s.old_id = gone AND s.new_id = stays) OR (s.old_id = stays AND s.new_id = gone));
    DELETE FROM decisions_supersession s WHERE s.team_id = team AND s.undone_at IS NULL
      AND EXISTS (SELECT FROM decisions_supersession known
                  WHERE known.team_id = team AND known.undone_at IS NULL
                    AND ((s.old_id = gone AND known.old_id = stays AND known.new_id = s.new_id)
                      OR (s.new_id = gone AND known.new_id = stays AND known.old_id = s.old_id)));
    UPDATE decisions_supersession s SET
        old_id = CASE s.old_id WHEN gone THEN stays ELSE s.old_id END,
        new_id = CASE s.new_id WHEN gone THEN stays ELSE s.new_id END,
        reason = CASE WHEN s.by_principal IS NULL THEN '' ELSE s.reason END, evidence = ''
    WHERE s.team_id = team AND gone IN (s.old_id, s.new_id);
    INSERT INTO decisions_edge (team_id, id, visibility, owner_id, audience_id, kind,
        src_memory_id, dst_memory_id, role, weight, reason, created_at)
    SELECT s.team_id, gen_random_uuid(), s.visibility, s.owner_id, s.audience_id, 'SUPERSEDES',
        s.new_id, s.old_id, '', 1, s.reason, s.created_at
    FROM decisions_supersession s
    WHERE s.team_id = team AND s.undone_at IS NULL AND stays IN (s.old_id, s.new_id)
    ON CONFLICT DO NOTHING;

    DELETE FROM lifecycle_conflict c WHERE c.team_id = team AND (
        (gone IN (c.older_id, c.newer_id) AND stays IN (c.older_id, c.newer_id))
        OR EXISTS (SELECT FROM lifecycle_conflict known WHERE known.team_id = team
                   AND ((c.older_id = gone AND known.older_id = stays
                         AND known.newer_id = c.newer_id)
                     OR (c.newer_id = gone AND known.newer_id = stays
                         AND known.older_id = c.older_id))));
    UPDATE lifecycle_conflict c SET reason = '',
        older_id = CASE c.older_id WHEN gone THEN stays ELSE c.older_id END,
        newer_id = CASE c.newer_id WHEN gone THEN stays ELSE c.newer_id END
    WHERE c.team_id = team AND gone IN (c.older_id, c.newer_id);

    DELETE FROM decisions_ratification r WHERE r.team_id = team AND r.memory_id = gone
      AND r.undone_at IS NULL AND EXISTS (
        SELECT FROM decisions_ratification known WHERE known.team_id = team
          AND known.memory_id = stays AND known.by_principal = r.by_principal
          AND known.undone_at IS NULL);
    UPDATE decisions_ratification r SET memory_id = stays
    WHERE r.team_id = team AND r.memory_id = gone;

    DELETE FROM lifecycle_commitmentmark k WHERE k.team_id = team AND k.memory_id = gone
      AND EXISTS (SELECT FROM lifecycle_commitmentmark known
                  WHERE known.team_id = team AND known.memory_id = stays
                    AND known.item_id = k.item_id AND known.holder = k.holder);
    UPDATE lifecycle_commitmentmark k SET memory_id = stays
    WHERE k.team_id = team AND k.memory_id = gone;

    -- Where a person had the last word on its status, that word holds on.
    UPDATE decisions_memory m SET status = old.status, edited_at = old.edited_at
    FROM decisions_memory old
    WHERE m.team_id = team AND m.id = stays AND old.team_id = team AND old.id = gone
      AND (SELECT v.changed_by FROM decisions_memoryrevision v
           WHERE v.team_id = team AND v.memory_id = gone AND v.changes ? 'status'
           ORDER BY v.number DESC LIMIT 1) IS NOT NULL;
    SELECT COALESCE(max(v.number), 0) INTO numbered FROM decisions_memoryrevision v
    WHERE v.team_id = team AND v.memory_id = stays;
    UPDATE decisions_memoryrevision v SET memory_id = stays, number = v.number + numbered
    WHERE v.team_id = team AND v.memory_id = gone AND v.changes ? 'status'
      AND v.changed_by IS NOT NULL;

    UPDATE decisions_memory m SET archived_at = NULL, occurrence_count = 1 + times.number,
        last_seen_at = COALESCE(times.last, m.source_date), updated_at = clock_timestamp()
    FROM (SELECT count(*) AS number, max(o.at) AS last FROM decisions_occurrence o
          WHERE o.team_id = team AND o.memory_id = stays) AS times
    WHERE m.team_id = team AND m.id = stays;
    INSERT INTO decisions_unreconciled AS due
        (team_id, memory_id, principal_id, token, since, due_at, attempts, error)
    VALUES (team, stays, NULLIF(current_setting('momo.principal', true), '')::uuid,
        gen_random_uuid(), clock_timestamp(), clock_timestamp(), 0, '')
    ON CONFLICT (team_id, memory_id) DO UPDATE SET principal_id = excluded.principal_id,
        token = excluded.token, due_at = excluded.due_at, attempts = 0, error = '';
END $$;

-- Delete an integration that has no items left, with its runs, its agent and its channels; those of
-- others that the asker does not see count as items. Only what the asker sees is deleted.
--
-- A door through row-level security, owned by momo_owner (BYPASSRLS), as deleting it while it has
-- items would delete them too. It acts on the current team alone and answers nothing.
CREATE FUNCTION momo_forget_integration(team uuid, integration uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE agent uuid;
BEGIN
    PERFORM momo_require_current(team);
    DELETE FROM connectors_integration i
    WHERE i.team_id = team AND i.id = integration
      AND (i.visibility = 'shared'
           OR i.owner_id = NULLIF(current_setting('momo.principal', true), '')::uuid)
      AND NOT EXISTS (SELECT FROM connectors_sourceitem item
                      WHERE item.team_id = team AND item.integration_id = integration)
    RETURNING i.agent_id INTO agent;
    IF agent IS NOT NULL THEN
        DELETE FROM accounts_audience a
        WHERE a.team_id = team AND a.key LIKE integration::text || ':%';
        DELETE FROM accounts_agent a WHERE a.team_id = team AND a.id = agent;
    END IF;
END $$;

-- Which policies are due, and who acts for each: their owner, an agent or member of their channel,
-- or an owner of the team. Nobody sees all teams, so this is a door through row-level security, owned
-- by momo_owner (BYPASSRLS). It answers ids alone.
CREATE FUNCTION momo_due_retention(at_moment timestamptz)
RETURNS TABLE (team_id uuid, id uuid, principal_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT p.team_id, p.id, CASE p.visibility
        WHEN 'private' THEN p.owner_id
        WHEN 'restricted' THEN (
            SELECT m.principal_id FROM accounts_audiencemember m
            WHERE m.team_id = p.team_id AND m.audience_id = p.audience_id
              AND m.principal_id IS NOT NULL
            ORDER BY m.email LIKE 'agent:%' DESC, m.principal_id LIMIT 1)
        ELSE (
            SELECT m.id FROM accounts_membership m
            WHERE m.team_id = p.team_id AND m.role = 'owner' ORDER BY m.joined_at, m.id LIMIT 1)
        END
    FROM lifecycle_retentionpolicy p WHERE p.due_at <= at_moment ORDER BY p.due_at
$$;
