-- Delete the summaries that tell of these memories.
--
-- A door through row-level security, owned by momo_owner (BYPASSRLS): whoever erases or hides a
-- memory may see it as its owner, and not be of the audience that its summary is for. It acts on the
-- current team alone, changes nothing but summaries, and answers nothing.
CREATE FUNCTION momo_withdraw_summaries(team uuid, told uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM momo_require_current(team);
    DELETE FROM decisions_memory s
    WHERE s.team_id = team AND s.kind = 'summary' AND s.id IN (
        SELECT e.src FROM decisions_edge e
        WHERE e.team_id = team AND e.dst = ANY (told) AND e.kind = 'COMPACTS');
END $$;
