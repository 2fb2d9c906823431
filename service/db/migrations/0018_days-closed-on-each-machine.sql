-- Citus makes triggers on shards only where it is let, and every other database does without.
SELECT set_config('citus.enable_unsafe_triggers', 'on', true) WHERE EXISTS (SELECT FROM pg_extension WHERE extname = 'citus');
--> statement-breakpoint
-- Waits for the bookings that are under way, on each machine on which the table is; those that come after see the days closed.
CREATE FUNCTION close_after_bookings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(86, ascii(NEW.currency));
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER closed_books_after_bookings BEFORE INSERT OR UPDATE OF closed_through ON closed_books
  FOR EACH ROW EXECUTE FUNCTION close_after_bookings();
