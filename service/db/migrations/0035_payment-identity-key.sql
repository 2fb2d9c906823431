-- apart
CREATE UNIQUE INDEX CONCURRENTLY "provider_events_identity" ON "provider_events" USING btree ("currency",(regexp_replace(upper("tracking_key"), '[^0-9A-Z]', '', 'g') collate "C"),(coalesce("payer_bank", '')),(coalesce("operating_day", '-infinity'::date)),(coalesce("key_number", 0))) WHERE (regexp_replace(upper("tracking_key"), '[^0-9A-Z]', '', 'g') collate "C") <> '';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "provider_events_key" ON "provider_events" USING btree ("currency",(regexp_replace(upper("tracking_key"), '[^0-9A-Z]', '', 'g') collate "C"));--> statement-breakpoint
DROP INDEX IF EXISTS "provider_events_tracking_key";
