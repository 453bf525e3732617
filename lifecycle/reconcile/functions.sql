-- Note, in the transaction that stores or changes what a memory states, that it is to be compared
-- with what the team knows. Who stores it sees it, so they can act for it later.
CREATE FUNCTION momo_note_unreconciled() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE who uuid := NULLIF(current_setting('momo.principal', true), '')::uuid;
BEGIN
    IF who IS NOT NULL THEN
        INSERT INTO lifecycle_unreconciled AS due
            (team_id, memory_id, principal_id, token, since, due_at, attempts, error)
        VALUES (NEW.team_id, NEW.id, who, gen_random_uuid(), clock_timestamp(), clock_timestamp(),
            0, '')
        ON CONFLICT (team_id, memory_id) DO UPDATE SET principal_id = excluded.principal_id,
            token = excluded.token, due_at = excluded.due_at, attempts = 0, error = '';
    END IF;
    RETURN NULL;
END $$;

-- A memory that was set aside, as it said what another one said, stands by itself again: that other
-- one is gone, perhaps by someone who does not see this one. So this is a door through row-level
-- security, owned by momo_owner (BYPASSRLS); it acts on the one memory of the row that went.
CREATE FUNCTION momo_restated_no_more() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE decisions_memory m SET archived_at = NULL, updated_at = clock_timestamp()
    WHERE m.team_id = OLD.team_id AND m.id = OLD.newer_id;
    RETURN NULL;
END $$;
