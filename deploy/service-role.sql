-- What a role of its own may do with which Llano serves: use the tables, but make and change none. Run it as the role that owns the
-- database, once after the first `npm run migrate`; tables of later versions are let in by themselves.
GRANT USAGE ON SCHEMA public, drizzle TO llano_service;
GRANT SELECT ON drizzle.__drizzle_migrations TO llano_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO llano_service;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO llano_service;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO llano_service;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO llano_service;
-- What is booked and what was done at the desk is only added to.
REVOKE UPDATE, DELETE ON ledger_transactions, ledger_postings, audit_entries FROM llano_service;
