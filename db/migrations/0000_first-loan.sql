CREATE SEQUENCE "public"."loan_serial_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1;--> statement-breakpoint
CREATE TABLE "borrowers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"mobile_phone" text NOT NULL,
	"market" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "borrowers_market_known" CHECK ("borrowers"."market" in ('MX', 'IN')),
	CONSTRAINT "borrowers_language_known" CHECK ("borrowers"."language" in ('es', 'en'))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"borrower_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "host_messages" (
	"message_id" text PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer NOT NULL,
	"sealed_answer" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_clock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"offset_seconds" bigint NOT NULL,
	CONSTRAINT "sandbox_clock_one_row" CHECK ("sandbox_clock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"account" text NOT NULL,
	"component" text,
	"loan_id" uuid NOT NULL,
	"instalment_id" uuid,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "ledger_postings_amount_range" CHECK ("ledger_postings"."amount_minor" between -9007199254740991 and 9007199254740991 and "ledger_postings"."amount_minor" <> 0),
	CONSTRAINT "ledger_postings_receivable_placed" CHECK ("ledger_postings"."account" <> 'receivable' or ("ledger_postings"."instalment_id" is not null and "ledger_postings"."component" is not null)),
	CONSTRAINT "ledger_postings_account_known" CHECK ("ledger_postings"."account" in ('receivable', 'cash', 'interest-income', 'fee-income', 'penalty-income', 'vat-payable', 'suspense')),
	CONSTRAINT "ledger_postings_component_known" CHECK ("ledger_postings"."component" in ('penalty', 'fee', 'vat', 'interest', 'principal')),
	CONSTRAINT "ledger_postings_currency_known" CHECK ("ledger_postings"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"loan_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"idempotency_key" text NOT NULL,
	"reverses_id" uuid,
	CONSTRAINT "ledger_transactions_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "ledger_transactions_reverses_id_unique" UNIQUE("reverses_id"),
	CONSTRAINT "ledger_transactions_kind_known" CHECK ("ledger_transactions"."kind" in ('disbursal', 'accrual', 'late-fee', 'payment')),
	CONSTRAINT "ledger_transactions_currency_known" CHECK ("ledger_transactions"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
CREATE TABLE "burial_point_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event" text NOT NULL,
	"borrower_id" uuid NOT NULL,
	"product_id" text NOT NULL,
	"loan_id" uuid,
	"occurred_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loan_agreements_accepted" (
	"loan_id" uuid PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"hash" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial_number" bigint NOT NULL,
	"order_number" text NOT NULL,
	"borrower_id" uuid NOT NULL,
	"product_id" text NOT NULL,
	"quote_id" uuid NOT NULL,
	"market" text NOT NULL,
	"currency" text NOT NULL,
	"status" integer NOT NULL,
	"principal_minor" bigint NOT NULL,
	"term_days" integer NOT NULL,
	"balance_minor" bigint NOT NULL,
	"suspense_minor" bigint NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	"declined_at" timestamp with time zone,
	"decline_reason" text,
	"reapply_on" date,
	"disbursed_on" date,
	"disbursal_reference" text,
	"settled_at" timestamp with time zone,
	CONSTRAINT "loans_serial_number_unique" UNIQUE("serial_number"),
	CONSTRAINT "loans_order_number_unique" UNIQUE("order_number"),
	CONSTRAINT "loans_quote_id_unique" UNIQUE("quote_id"),
	CONSTRAINT "loans_principal_range" CHECK ("loans"."principal_minor" between 0 and 9007199254740991),
	CONSTRAINT "loans_balance_range" CHECK ("loans"."balance_minor" between 0 and 9007199254740991),
	CONSTRAINT "loans_suspense_range" CHECK ("loans"."suspense_minor" between 0 and 9007199254740991),
	CONSTRAINT "loans_status_known" CHECK ("loans"."status" in (21, 151, 110, 174, 180, 200)),
	CONSTRAINT "loans_currency_known" CHECK ("loans"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"product_id" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"term_days" integer NOT NULL,
	"terms" jsonb NOT NULL,
	"schedule" jsonb NOT NULL,
	"schedule_hash" text NOT NULL,
	"agreement_version" text NOT NULL,
	"is_repeat_borrower" boolean NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"loan_id" uuid,
	CONSTRAINT "quotes_loan_id_unique" UNIQUE("loan_id"),
	CONSTRAINT "quotes_amount_range" CHECK ("quotes"."amount_minor" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"loan_id" uuid PRIMARY KEY NOT NULL,
	"score" integer NOT NULL,
	"rated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ratings_score_range" CHECK ("ratings"."score" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "status_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"from_status" integer,
	"to_status" integer NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "status_changes_to_known" CHECK ("status_changes"."to_status" in (21, 151, 110, 174, 180, 200))
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"borrower_id" uuid NOT NULL,
	"product_id" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"previous_amount_minor" bigint,
	"acknowledged_at" timestamp with time zone,
	"coupon_count" integer DEFAULT 0 NOT NULL,
	"deposit_account_ending" text NOT NULL,
	CONSTRAINT "offers_borrower_id_product_id_pk" PRIMARY KEY("borrower_id","product_id"),
	CONSTRAINT "offers_amount_range" CHECK ("offers"."amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "offers_previous_amount_range" CHECK ("offers"."previous_amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "offers_coupon_count_range" CHECK ("offers"."coupon_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"logo" text NOT NULL,
	"is_active" boolean NOT NULL,
	"market" text NOT NULL,
	"currency" text NOT NULL,
	"instalment_count" integer NOT NULL,
	"instalment_days" integer NOT NULL,
	"annual_interest_ppm" integer NOT NULL,
	"daily_interest_ppm" integer NOT NULL,
	"fee_ppm" integer NOT NULL,
	"vat_ppm" integer NOT NULL,
	"penalty_bands" jsonb NOT NULL,
	"late_fee_new_minor" bigint NOT NULL,
	"late_fee_repeat_minor" bigint NOT NULL,
	"extension_daily_ppm" integer NOT NULL,
	"extension_max_days" integer NOT NULL,
	"minimum_minor" bigint NOT NULL,
	"maximum_minor" bigint NOT NULL,
	"step_minor" bigint NOT NULL,
	CONSTRAINT "products_late_fee_new_range" CHECK ("products"."late_fee_new_minor" between 0 and 9007199254740991),
	CONSTRAINT "products_late_fee_repeat_range" CHECK ("products"."late_fee_repeat_minor" between 0 and 9007199254740991),
	CONSTRAINT "products_minimum_range" CHECK ("products"."minimum_minor" between 0 and 9007199254740991),
	CONSTRAINT "products_maximum_range" CHECK ("products"."maximum_minor" between 0 and 9007199254740991),
	CONSTRAINT "products_step_range" CHECK ("products"."step_minor" between 0 and 9007199254740991),
	CONSTRAINT "products_market_known" CHECK ("products"."market" in ('MX', 'IN')),
	CONSTRAINT "products_currency_known" CHECK ("products"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
CREATE TABLE "instalments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"due_date" date NOT NULL,
	"accrued_through" date,
	"penalty_charged_minor" bigint NOT NULL,
	"penalty_paid_minor" bigint NOT NULL,
	"fee_charged_minor" bigint NOT NULL,
	"fee_paid_minor" bigint NOT NULL,
	"vat_charged_minor" bigint NOT NULL,
	"vat_paid_minor" bigint NOT NULL,
	"interest_charged_minor" bigint NOT NULL,
	"interest_paid_minor" bigint NOT NULL,
	"principal_charged_minor" bigint NOT NULL,
	"principal_paid_minor" bigint NOT NULL,
	CONSTRAINT "instalments_loan_sequence" UNIQUE("loan_id","sequence"),
	CONSTRAINT "instalments_penalty_charged_range" CHECK ("instalments"."penalty_charged_minor" between 0 and 9007199254740991),
	CONSTRAINT "instalments_penalty_paid_range" CHECK ("instalments"."penalty_paid_minor" between 0 and 9007199254740991),
	CONSTRAINT "instalments_fee_charged_range" CHECK ("instalments"."fee_charged_minor" between 0 and 9007199254740991),
	CONSTRAINT "instalments_fee_paid_range" CHECK ("instalments"."fee_paid_minor" between 0 and 9007199254740991),
	CONSTRAINT "instalments_vat_charged_range" CHECK ("instalments"."vat_charged_minor" between 0 and 9007199254740991),
	CONSTRAINT "instalments_vat_paid_range" CHECK ("instalments"."vat_paid_minor" between 0 and 9007199254740991),
	CONSTRAINT "instalments_interest_charged_range" CHECK ("instalments"."interest_charged_minor" between 0 and 9007199254740991),
	CONSTRAINT "instalments_interest_paid_range" CHECK ("instalments"."interest_paid_minor" between 0 and 9007199254740991),
	CONSTRAINT "instalments_principal_charged_range" CHECK ("instalments"."principal_charged_minor" between 0 and 9007199254740991),
	CONSTRAINT "instalments_principal_paid_range" CHECK ("instalments"."principal_paid_minor" between 0 and 9007199254740991),
	CONSTRAINT "instalments_paid_within_charged" CHECK ("instalments"."penalty_paid_minor" <= "instalments"."penalty_charged_minor"
        and "instalments"."fee_paid_minor" <= "instalments"."fee_charged_minor"
        and "instalments"."vat_paid_minor" <= "instalments"."vat_charged_minor"
        and "instalments"."interest_paid_minor" <= "instalments"."interest_charged_minor"
        and "instalments"."principal_paid_minor" <= "instalments"."principal_charged_minor")
);
--> statement-breakpoint
CREATE TABLE "payment_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "payment_attempts_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "payment_attempts_amount_range" CHECK ("payment_attempts"."amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "payment_attempts_purpose_known" CHECK ("payment_attempts"."purpose" in ('repay', 'extend')),
	CONSTRAINT "payment_attempts_status_known" CHECK ("payment_attempts"."status" in ('started', 'succeeded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "payment_references" (
	"id" uuid PRIMARY KEY NOT NULL,
	"loan_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"channel_kind" text NOT NULL,
	"code" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_references_code_unique" UNIQUE("code"),
	CONSTRAINT "payment_references_loan_channel" UNIQUE("loan_id","purpose","channel_kind"),
	CONSTRAINT "payment_references_purpose_known" CHECK ("payment_references"."purpose" in ('repay', 'extend')),
	CONSTRAINT "payment_references_channel_known" CHECK ("payment_references"."channel_kind" in ('bank-transfer', 'store', 'upi', 'virtual-account'))
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"loan_id" uuid,
	"reference" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	CONSTRAINT "provider_events_once" UNIQUE("provider","event_id"),
	CONSTRAINT "provider_events_amount_range" CHECK ("provider_events"."amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "provider_events_outcome_known" CHECK ("provider_events"."outcome" in ('posted', 'unmatched'))
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_instalment_id_instalments_id_fk" FOREIGN KEY ("instalment_id") REFERENCES "public"."instalments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_reverses_id_ledger_transactions_id_fk" FOREIGN KEY ("reverses_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "burial_point_events" ADD CONSTRAINT "burial_point_events_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "burial_point_events" ADD CONSTRAINT "burial_point_events_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_agreements_accepted" ADD CONSTRAINT "loan_agreements_accepted_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_changes" ADD CONSTRAINT "status_changes_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_attempts" ADD CONSTRAINT "payment_attempts_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_references" ADD CONSTRAINT "payment_references_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_borrower" ON "sessions" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_transaction" ON "ledger_postings" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_loan" ON "ledger_postings" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_instalment" ON "ledger_postings" USING btree ("instalment_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_loan" ON "ledger_transactions" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "burial_point_events_borrower" ON "burial_point_events" USING btree ("borrower_id");--> statement-breakpoint
CREATE UNIQUE INDEX "loans_one_open_per_product" ON "loans" USING btree ("borrower_id","product_id") WHERE "loans"."status" in (21, 151, 174, 180);--> statement-breakpoint
CREATE INDEX "loans_borrower" ON "loans" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "loans_running" ON "loans" USING btree ("id") WHERE "loans"."status" in (174, 180);--> statement-breakpoint
CREATE INDEX "quotes_borrower_product" ON "quotes" USING btree ("borrower_id","product_id","issued_at");--> statement-breakpoint
CREATE INDEX "status_changes_loan" ON "status_changes" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "instalments_due" ON "instalments" USING btree ("due_date");--> statement-breakpoint
CREATE INDEX "payment_attempts_loan" ON "payment_attempts" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "provider_events_loan" ON "provider_events" USING btree ("loan_id");