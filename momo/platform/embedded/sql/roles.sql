-- The roles that Momo connects as. Run as a superuser, in any database; may be repeated:
--
--   psql --file=roles.sql postgres
--   createdb --owner=momo_owner --encoding=UTF8 momo
--   psql --file=extension.sql momo
--
-- Then give both a password (\password momo_owner, \password momo_app).

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'momo_owner') THEN
        CREATE ROLE momo_owner;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'momo_app') THEN
        CREATE ROLE momo_app;
    END IF;
END
$$;

-- momo_owner owns the tables, migrates them and moves data between teams' partitions. It passes
-- row-level security, which FORCE would otherwise apply to it too. CREATEDB is for test databases.
ALTER ROLE momo_owner LOGIN NOSUPERUSER BYPASSRLS CREATEDB NOCREATEROLE NOREPLICATION;

-- momo_app serves web and workers. It owns nothing and row-level security always binds it.
ALTER ROLE momo_app LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION;
