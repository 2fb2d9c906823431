CREATE TABLE "desk_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"is_pinned" boolean NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"person_id" uuid NOT NULL,
	CONSTRAINT "desk_notes_kind_known" CHECK ("desk_notes"."kind" in ('note', 'they-called', 'we-called', 'we-wrote'))
);
--> statement-breakpoint
ALTER TABLE "desk_approvals" DROP CONSTRAINT "desk_approvals_amount_range";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "borrower_id" uuid;--> statement-breakpoint
ALTER TABLE "desk_sessions" ADD COLUMN "provider_session" text;--> statement-breakpoint
ALTER TABLE "desk_sessions" ADD COLUMN "sealed_id_token" text;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_notes_borrower" ON "desk_notes" USING btree ("borrower_id","written_at");--> statement-breakpoint
CREATE INDEX "audit_entries_borrower" ON "audit_entries" USING btree ("borrower_id","serial_number");--> statement-breakpoint
CREATE INDEX "audit_entries_moved" ON "audit_entries" USING btree ("person_id","act","at") WHERE "audit_entries"."detail" ? 'movedMinor';--> statement-breakpoint
CREATE INDEX "desk_sessions_provider" ON "desk_sessions" USING btree ("provider_session");--> statement-breakpoint
CREATE INDEX "desk_sessions_open" ON "desk_sessions" USING btree ("used_at") WHERE "desk_sessions"."ended_at" is null;--> statement-breakpoint
ALTER TABLE "desk_approvals" ADD CONSTRAINT "desk_approvals_amount_range" CHECK ("desk_approvals"."amount_minor" between 0 and 9007199254740991);--> statement-breakpoint
ALTER TABLE "audit_entries" DISABLE TRIGGER "audit_entries_immutable";--> statement-breakpoint
UPDATE "audit_entries" SET "borrower_id" = "known"."borrower_id" FROM (
  SELECT 'loan:' || "order_number" AS "subject", "borrower_id" FROM "loan_numbers"
  UNION ALL SELECT 'borrower:' || "id", "id" FROM "borrowers"
  UNION ALL SELECT 'complaint:' || "folio", "borrower_id" FROM "complaints"
  UNION ALL SELECT 'payment-claim:' || "id", "borrower_id" FROM "payment_claims"
  UNION ALL SELECT 'charge-dispute:' || "id", "borrower_id" FROM "charge_disputes"
) AS "known" WHERE "known"."subject" = "audit_entries"."subject";--> statement-breakpoint
ALTER TABLE "audit_entries" ENABLE TRIGGER "audit_entries_immutable";
