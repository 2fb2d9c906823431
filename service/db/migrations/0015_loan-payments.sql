CREATE TABLE "loan_payments" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"reference" text NOT NULL,
	"tracking_key" text,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"reversed_at" timestamp with time zone,
	CONSTRAINT "loan_payments_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "loan_payments_amount_range" CHECK ("loan_payments"."amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "loan_payments_outcome_known" CHECK ("loan_payments"."outcome" in ('posted', 'reversed')),
	CONSTRAINT "loan_payments_reversed_at" CHECK (("loan_payments"."outcome" = 'reversed') = ("loan_payments"."reversed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "loan_payments" ADD CONSTRAINT "loan_payments_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loan_payments_loan" ON "loan_payments" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "loan_payments_received" ON "loan_payments" USING btree ("received_at","id");--> statement-breakpoint
INSERT INTO "loan_payments" ("id", "borrower_id", "loan_id", "provider", "event_id", "reference", "tracking_key", "amount_minor", "currency",
  "paid_at", "received_at", "outcome", "reversed_at")
SELECT event."id", event."borrower_id", event."loan_id", event."provider", event."event_id", event."reference", event."tracking_key",
  event."amount_minor", event."currency", event."paid_at", event."received_at", event."outcome", event."reversed_at"
FROM "provider_events" AS event JOIN "loans" AS loan ON loan."id" = event."loan_id" AND loan."borrower_id" = event."borrower_id"
WHERE event."outcome" <> 'unmatched';
