ALTER TABLE "loan_payments" ADD COLUMN "round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "proof_name" text;--> statement-breakpoint
CREATE INDEX "provider_events_proof" ON "provider_events" USING btree ("proof_name") WHERE "provider_events"."proof_name" is not null;