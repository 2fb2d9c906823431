-- apart
CREATE INDEX CONCURRENTLY "complaints_due" ON "complaints" USING btree ("state","due_at","id") WHERE "complaints"."due_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "complaints_requests" ON "complaints" USING btree ("state","filed_at","id") WHERE "complaints"."due_at" is not null;--> statement-breakpoint
ALTER TABLE "complaints" VALIDATE CONSTRAINT "complaints_due_if_requested";--> statement-breakpoint
ALTER TABLE "complaints" VALIDATE CONSTRAINT "complaints_subtype_known";