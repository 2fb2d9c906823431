-- apart
CREATE INDEX CONCURRENTLY "audit_entries_act" ON "audit_entries" USING btree ("act","serial_number");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_entries_at" ON "audit_entries" USING btree ("at","serial_number");--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_entries_searched" ON "audit_entries" USING gin (("detail" -> 'borrowers')) WHERE "audit_entries"."act" = 'searched';