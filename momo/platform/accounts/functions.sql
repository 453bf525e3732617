-- The narrow doors through row-level security. Each is owned by momo_owner (BYPASSRLS) and does
-- one thing that must be possible before a tenant context exists.

-- Enter a tenant context: set the team, the principal and the principal's audiences for this
-- transaction. SET LOCAL, not set_config: a distributed Postgres carries only the former to its
-- workers. Fails with insufficient_privilege for a principal who is not of the team.
CREATE FUNCTION momo_act_as(team uuid, principal uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE audiences text;
BEGIN
    IF NOT EXISTS (SELECT FROM accounts_membership m WHERE m.team_id = team AND m.id = principal)
       AND NOT EXISTS (SELECT FROM accounts_agent a WHERE a.team_id = team AND a.id = principal)
    THEN
        RAISE insufficient_privilege USING MESSAGE = 'the principal does not belong to this team';
    END IF;
    SELECT coalesce(array_agg(m.audience_id)::text, '') INTO audiences
    FROM accounts_audiencemember m WHERE m.team_id = team AND m.principal_id = principal;
    EXECUTE 'SET LOCAL citus.propagate_set_commands = ''local''';
    EXECUTE format('SET LOCAL momo.team = %L', team);
    EXECUTE format('SET LOCAL momo.principal = %L', principal);
    EXECUTE format('SET LOCAL momo.audiences = %L', audiences);
END $$;

-- Leave the context inside a transaction that goes on.
CREATE FUNCTION momo_act_as_nobody() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE 'SET LOCAL momo.team = ''''';
    EXECUTE 'SET LOCAL momo.principal = ''''';
    EXECUTE 'SET LOCAL momo.audiences = ''''';
END $$;

-- The teams of one user, for sign-in and for switching team.
CREATE FUNCTION momo_teams_of(user_id uuid)
RETURNS TABLE (id uuid, slug text, name text, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT t.id, t.slug, t.name, m.role
    FROM accounts_membership m JOIN tenancy_team t ON t.id = m.team_id
    WHERE m.id = user_id ORDER BY t.name
$$;

-- What an API key opens, by its public prefix. The caller compares the digest.
CREATE FUNCTION momo_api_key(key_prefix text)
RETURNS TABLE (team_id uuid, id uuid, principal_id uuid, digest bytea, scopes text[],
               expires_at timestamptz, revoked_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT k.team_id, k.id, k.principal_id, k.digest, k.scopes::text[], k.expires_at, k.revoked_at
    FROM accounts_apikey k WHERE k.prefix = key_prefix
$$;

-- The team and address of an open invitation, by the digest of its token.
CREATE FUNCTION momo_invitation(token_digest bytea)
RETURNS TABLE (team_id uuid, id uuid, email text, role text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
    SELECT i.team_id, i.id, i.email, i.role FROM accounts_invitation i
    WHERE i.digest = token_digest AND i.accepted_at IS NULL AND i.expires_at > now()
$$;

-- Create a team with its first owner: there is no context to do it in before it exists.
CREATE FUNCTION momo_create_team(new_id uuid, team_name text, team_slug text, owner uuid)
RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    INSERT INTO tenancy_team (id, name, slug, timezone, created_at)
    VALUES (new_id, team_name, team_slug, 'UTC', now());
    INSERT INTO accounts_membership (team_id, id, role, joined_at)
    VALUES (new_id, owner, 'owner', now());
$$;

-- Accept an invitation: the membership, and the audiences that name the invited address.
CREATE FUNCTION momo_accept_invitation(token_digest bytea, new_member uuid)
RETURNS uuid LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE invitation record;
BEGIN
    UPDATE accounts_invitation i SET accepted_at = now()
    WHERE i.digest = token_digest AND i.accepted_at IS NULL AND i.expires_at > now()
    RETURNING i.team_id, i.email, i.role INTO invitation;
    IF invitation IS NULL THEN
        RETURN NULL;
    END IF;
    INSERT INTO accounts_membership (team_id, id, role, joined_at)
    VALUES (invitation.team_id, new_member, invitation.role, now())
    ON CONFLICT (team_id, id) DO NOTHING;
    UPDATE accounts_audiencemember m SET principal_id = new_member
    WHERE m.team_id = invitation.team_id AND m.email = lower(invitation.email);
    RETURN invitation.team_id;
END $$;
