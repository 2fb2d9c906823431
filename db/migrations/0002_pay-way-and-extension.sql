CREATE TABLE "extensions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"state" text NOT NULL,
	"quoted_on" date NOT NULL,
	"days" integer NOT NULL,
	"fee_minor" bigint NOT NULL,
	"pay_today_minor" bigint NOT NULL,
	"from_due_date" date NOT NULL,
	"new_due_date" date NOT NULL,
	"sequences" jsonb NOT NULL,
	"offered_at" timestamp with time zone NOT NULL,
	"paid_minor" bigint,
	"paid_at" timestamp with time zone,
	CONSTRAINT "extensions_fee_range" CHECK ("extensions"."fee_minor" between 0 and 9007199254740991),
	CONSTRAINT "extensions_pay_today_range" CHECK ("extensions"."pay_today_minor" between 0 and 9007199254740991),
	CONSTRAINT "extensions_paid_range" CHECK ("extensions"."paid_minor" between 0 and 9007199254740991),
	CONSTRAINT "extensions_state_known" CHECK ("extensions"."state" in ('awaiting-payment', 'in-effect', 'lapsed')),
	CONSTRAINT "extensions_days_range" CHECK ("extensions"."days" between 1 and 7),
	CONSTRAINT "extensions_postpone" CHECK ("extensions"."new_due_date" > "extensions"."from_due_date")
);
--> statement-breakpoint
CREATE TABLE "card_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"charged_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "card_payments_amount_range" CHECK ("card_payments"."amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "card_payments_state_known" CHECK ("card_payments"."state" in ('awaiting-code', 'pending', 'succeeded', 'declined', 'cancelled')),
	CONSTRAINT "card_payments_currency_known" CHECK ("card_payments"."currency" in ('MXN', 'INR')),
	CONSTRAINT "card_payments_charged_when_told" CHECK ("card_payments"."state" in ('awaiting-code', 'cancelled') or ("card_payments"."charged_at" is not null and "card_payments"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "repay_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"payment_count" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"card_payment_id" uuid
);
--> statement-breakpoint
CREATE TABLE "saved_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"bank_name" text NOT NULL,
	"bank_code" text NOT NULL,
	"masked_number" text NOT NULL,
	"card_token" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "saved_cards_number_masked" CHECK ("saved_cards"."masked_number" !~ '[0-9]{7}')
);
--> statement-breakpoint
CREATE TABLE "sms_codes" (
	"purpose" text NOT NULL,
	"subject" text NOT NULL,
	"code_hash" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"guess_count" integer DEFAULT 0 NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "sms_codes_purpose_subject_pk" PRIMARY KEY("purpose","subject"),
	CONSTRAINT "sms_codes_purpose_known" CHECK ("sms_codes"."purpose" in ('card-payment', 'registration')),
	CONSTRAINT "sms_codes_guess_count_range" CHECK ("sms_codes"."guess_count" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "sms_sends" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number_hash" text NOT NULL,
	"prefix_hash" text NOT NULL,
	"address_hash" text,
	"borrower_id" uuid,
	"sent_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	CONSTRAINT "sms_sends_outcome_known" CHECK ("sms_sends"."outcome" in ('reserved', 'accepted', 'not-sent', 'unknown'))
);
--> statement-breakpoint
ALTER TABLE "payment_attempts" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "payment_attempts" CASCADE;--> statement-breakpoint
ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind_known";--> statement-breakpoint
ALTER TABLE "instalments" ADD COLUMN "extended_from" date;--> statement-breakpoint
ALTER TABLE "extensions" ADD CONSTRAINT "extensions_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_payments" ADD CONSTRAINT "card_payments_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_payments" ADD CONSTRAINT "card_payments_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_payments" ADD CONSTRAINT "card_payments_card_id_saved_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."saved_cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repay_tokens" ADD CONSTRAINT "repay_tokens_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repay_tokens" ADD CONSTRAINT "repay_tokens_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repay_tokens" ADD CONSTRAINT "repay_tokens_card_payment_id_card_payments_id_fk" FOREIGN KEY ("card_payment_id") REFERENCES "public"."card_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_cards" ADD CONSTRAINT "saved_cards_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_sends" ADD CONSTRAINT "sms_sends_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "extensions_one_open" ON "extensions" USING btree ("loan_id") WHERE "extensions"."state" = 'awaiting-payment';--> statement-breakpoint
CREATE INDEX "extensions_loan" ON "extensions" USING btree ("loan_id","offered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "card_payments_one_open" ON "card_payments" USING btree ("loan_id") WHERE "card_payments"."state" in ('awaiting-code', 'pending');--> statement-breakpoint
CREATE INDEX "card_payments_pending" ON "card_payments" USING btree ("charged_at") WHERE "card_payments"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "card_payments_loan" ON "card_payments" USING btree ("loan_id","started_at");--> statement-breakpoint
CREATE INDEX "repay_tokens_expiry" ON "repay_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "saved_cards_borrower" ON "saved_cards" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "sms_codes_issued" ON "sms_codes" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "sms_sends_number" ON "sms_sends" USING btree ("number_hash","sent_at");--> statement-breakpoint
CREATE INDEX "sms_sends_prefix" ON "sms_sends" USING btree ("prefix_hash","sent_at");--> statement-breakpoint
CREATE INDEX "sms_sends_address" ON "sms_sends" USING btree ("address_hash","sent_at");--> statement-breakpoint
CREATE INDEX "sms_sends_borrower" ON "sms_sends" USING btree ("borrower_id","sent_at");--> statement-breakpoint
CREATE INDEX "sms_sends_time" ON "sms_sends" USING btree ("sent_at");--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind_known" CHECK ("ledger_transactions"."kind" in ('disbursal', 'accrual', 'late-fee', 'extension-fee', 'payment'));--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_extended_later" CHECK ("instalments"."extended_from" < "instalments"."due_date");