CREATE TABLE "earning_days" (
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"interest_minor" numeric(38, 0) NOT NULL,
	"fee_minor" numeric(38, 0) NOT NULL,
	CONSTRAINT "earning_days_currency_day_pk" PRIMARY KEY("currency","day"),
	CONSTRAINT "earning_days_currency_known" CHECK ("earning_days"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
CREATE TABLE "earning_periods" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"instalment_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"from_day" date NOT NULL,
	"through_day" date NOT NULL,
	"interest_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"since" date NOT NULL,
	"until" date,
	CONSTRAINT "earning_periods_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "earning_periods_interest_range" CHECK ("earning_periods"."interest_minor" between 0 and 9007199254740991),
	CONSTRAINT "earning_periods_fee_range" CHECK ("earning_periods"."fee_minor" between 0 and 9007199254740991),
	CONSTRAINT "earning_periods_days_in_order" CHECK ("earning_periods"."through_day" - "earning_periods"."from_day" between 1 and 1000 and "earning_periods"."through_day" > "earning_periods"."since"
        and "earning_periods"."until" >= "earning_periods"."since"),
	CONSTRAINT "earning_periods_currency_known" CHECK ("earning_periods"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
ALTER TABLE "ledger_day_sums" DROP CONSTRAINT "ledger_day_sums_account_known";--> statement-breakpoint
ALTER TABLE "ledger_postings" DROP CONSTRAINT "ledger_postings_account_known";--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind_known";--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "non_accrual_since" date;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "earning_since" date;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "non_accrual_days_late" integer DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "earning_periods" ADD CONSTRAINT "earning_periods_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "earning_periods" ADD CONSTRAINT "earning_periods_instalment_id_same_borrower" FOREIGN KEY ("borrower_id","instalment_id") REFERENCES "public"."instalments"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "earning_periods_loan" ON "earning_periods" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "earning_periods_days" ON "earning_periods" USING btree ("currency","through_day","id");--> statement-breakpoint
CREATE INDEX "loans_not_earning" ON "loans" USING btree ("id") WHERE "status" in ('to-repay', 'overdue') and "earning_since" is null;--> statement-breakpoint
ALTER TABLE "ledger_day_sums" ADD CONSTRAINT "ledger_day_sums_account_known" CHECK ("account" in ('receivable', 'cash', 'unearned-interest', 'unearned-fee', 'suspended-income', 'interest-income', 'fee-income', 'penalty-income', 'vat-payable', 'suspense', 'refund-payable', 'waiver-expense', 'write-off-expense', 'recovery-income', 'derecognised-receivable', 'sale-loss')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account_known" CHECK ("account" in ('receivable', 'cash', 'unearned-interest', 'unearned-fee', 'suspended-income', 'interest-income', 'fee-income', 'penalty-income', 'vat-payable', 'suspense', 'refund-payable', 'waiver-expense', 'write-off-expense', 'recovery-income', 'derecognised-receivable', 'sale-loss')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind_known" CHECK ("kind" in ('disbursal', 'accrual', 'late-fee', 'extension-fee', 'payment', 'reallocation', 'waiver', 'charge-correction', 'cooling-off-exit', 'early-settlement', 'new-plan', 'refund', 'refund-recall', 'write-off', 'recovery', 'sale', 'earning')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_non_accrual_days_late_range" CHECK ("products"."non_accrual_days_late" between 1 and 365);