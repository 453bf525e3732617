-- Take back that memories say what older ones say, where one of the two (`gone`) or the occurrence
-- is about to go: what was set aside stands by itself again and waits to be compared anew, and an
-- older one that stays counts no more what is gone.
--
-- A door through row-level security, owned by momo_owner (BYPASSRLS): whoever deletes a memory may
-- not see all that says the same, which must stand again all the same. It acts on the current team
-- alone and answers nothing.
CREATE FUNCTION momo_release_restated(team uuid, who uuid, gone uuid[], uncounted uuid[])
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE olders uuid[]; newers uuid[]; times uuid[];
BEGIN
    PERFORM momo_require_current(team);
    WITH taken_back AS (
        DELETE FROM lifecycle_restatement r
        WHERE r.team_id = team AND (r.older_id = ANY (gone) OR r.newer_id = ANY (gone)
            OR r.occurrence_id = ANY (uncounted))
        RETURNING r.older_id, r.newer_id, r.occurrence_id
    )
    SELECT array_agg(t.older_id), array_agg(t.newer_id), array_agg(t.occurrence_id)
    INTO olders, newers, times FROM taken_back t;
    IF olders IS NULL THEN
        RETURN;
    END IF;
    DELETE FROM decisions_occurrence o WHERE o.team_id = team AND o.id = ANY (times);
    UPDATE decisions_memory m SET occurrence_count = 1 + counted.times,
        last_seen_at = COALESCE(counted.last, m.source_date), updated_at = statement_timestamp()
    FROM (
        SELECT older.id, count(o.id) AS times, max(o.at) AS last
        FROM (SELECT DISTINCT unnest(olders)) AS older (id)
        LEFT JOIN decisions_occurrence o ON o.team_id = team AND o.memory_id = older.id
        WHERE older.id <> ALL (gone) GROUP BY older.id
    ) counted
    WHERE m.team_id = team AND m.id = counted.id;
    UPDATE decisions_memory m SET archived_at = NULL, updated_at = statement_timestamp()
    WHERE m.team_id = team AND m.id = ANY (newers) AND m.id <> ALL (gone);
    INSERT INTO decisions_unreconciled AS due
        (team_id, memory_id, principal_id, token, since, due_at, attempts, error)
    SELECT m.team_id, m.id,
        CASE m.visibility WHEN 'private' THEN COALESCE(m.owner_id, who) ELSE who END,
        gen_random_uuid(), statement_timestamp(), statement_timestamp(), 0, ''
    FROM decisions_memory m
    WHERE m.team_id = team AND m.id = ANY (newers) AND m.id <> ALL (gone)
    ON CONFLICT (team_id, memory_id) DO UPDATE SET principal_id = excluded.principal_id,
        token = excluded.token, due_at = excluded.due_at, attempts = 0, error = '';
END $$;
