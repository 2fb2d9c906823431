CREATE TABLE "new_plans" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"state" text NOT NULL,
	"moratorium_days" integer NOT NULL,
	"spread_count" integer,
	"spread_days" integer,
	"waives_penalties" boolean NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" text,
	"proposed_at" timestamp with time zone NOT NULL,
	"valid_through" date NOT NULL,
	"agreed_on" date,
	"owed_minor" bigint,
	"waived_minor" bigint,
	"payments" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ended_at" timestamp with time zone,
	"undone_by" text,
	"undone_reason" text,
	CONSTRAINT "new_plans_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "new_plans_owed_range" CHECK ("new_plans"."owed_minor" between 0 and 9007199254740991),
	CONSTRAINT "new_plans_waived_range" CHECK ("new_plans"."waived_minor" between 0 and 9007199254740991),
	CONSTRAINT "new_plans_state_known" CHECK ("new_plans"."state" in ('proposed', 'agreed', 'declined', 'expired', 'undone')),
	CONSTRAINT "new_plans_moratorium_range" CHECK ("new_plans"."moratorium_days" between 0 and 180),
	CONSTRAINT "new_plans_spread_whole" CHECK (("new_plans"."spread_count" is null) = ("new_plans"."spread_days" is null)),
	CONSTRAINT "new_plans_ended" CHECK (("new_plans"."state" in ('proposed', 'agreed')) = ("new_plans"."ended_at" is null)
        and ("new_plans"."state" <> 'agreed' or "new_plans"."agreed_on" is not null)
        and ("new_plans"."agreed_on" is null) = ("new_plans"."owed_minor" is null)
        and ("new_plans"."agreed_on" is null) = ("new_plans"."waived_minor" is null)
        and ("new_plans"."state" = 'undone') = ("new_plans"."undone_reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind_known";--> statement-breakpoint
ALTER TABLE "new_plans" ADD CONSTRAINT "new_plans_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "new_plans_loan" ON "new_plans" USING btree ("loan_id","proposed_at");--> statement-breakpoint
CREATE INDEX "new_plans_waiting" ON "new_plans" USING btree ("valid_through","id") WHERE "new_plans"."state" = 'proposed';--> statement-breakpoint
CREATE UNIQUE INDEX "new_plans_one_open" ON "new_plans" USING btree ("loan_id","borrower_id") WHERE "new_plans"."state" = 'proposed';--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind_known" CHECK ("kind" in ('disbursal', 'accrual', 'late-fee', 'extension-fee', 'payment', 'reallocation', 'waiver', 'charge-correction', 'cooling-off-exit', 'new-plan', 'refund', 'refund-recall', 'write-off', 'recovery', 'sale'));