CREATE SEQUENCE "public"."complaint_serial_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 101 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."event_serial_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE SEQUENCE "public"."loan_serial_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1;--> statement-breakpoint
CREATE TABLE "borrower_block_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"is_blocked" boolean NOT NULL,
	"reason" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "borrowers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lender_borrower_id" text,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"mobile_phone" text NOT NULL,
	"market" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone,
	"changed_by" text,
	"blocked_at" timestamp with time zone,
	"blocked_by" text,
	"block_reason" text,
	"erased_at" timestamp with time zone,
	CONSTRAINT "borrowers_lender_borrower_id_unique" UNIQUE("lender_borrower_id"),
	CONSTRAINT "borrowers_blocked_whole" CHECK (("borrowers"."blocked_at" is null) = ("borrowers"."block_reason" is null)
        and ("borrowers"."blocked_at" is null) = ("borrowers"."blocked_by" is null)),
	CONSTRAINT "borrowers_market_known" CHECK ("borrowers"."market" in ('MX', 'IN')),
	CONSTRAINT "borrowers_language_known" CHECK ("borrowers"."language" in ('es', 'en'))
);
--> statement-breakpoint
CREATE TABLE "erasure_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"requested_by" text NOT NULL,
	"not_before" date,
	"state" text NOT NULL,
	"waits_for" text,
	"earliest_on" date,
	"looked_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"erasure_id" uuid,
	CONSTRAINT "erasure_requests_state_known" CHECK ("erasure_requests"."state" in ('waiting', 'done', 'withdrawn')),
	CONSTRAINT "erasure_requests_obstacle_known" CHECK ("erasure_requests"."waits_for" in ('loan', 'complaint', 'day')),
	CONSTRAINT "erasure_requests_ended" CHECK (("erasure_requests"."state" = 'waiting') = ("erasure_requests"."ended_at" is null) and ("erasure_requests"."state" = 'waiting') = ("erasure_requests"."waits_for" is not null)
        and ("erasure_requests"."state" = 'done') = ("erasure_requests"."erasure_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"erased_at" timestamp with time zone NOT NULL,
	"erased_by" text NOT NULL,
	"counts" jsonb NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session_tickets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"user_id" text NOT NULL,
	"app_version" text NOT NULL,
	"client_type" text NOT NULL,
	"merchant_number" text NOT NULL,
	"mobile_phone" text NOT NULL,
	"ttl_minutes" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
	"last_used_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "sessions_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "card_payments" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"card_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"purpose" text DEFAULT 'repay' NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"charged_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"asked_at" timestamp with time zone,
	"action_link" text,
	"finished_at" timestamp with time zone,
	CONSTRAINT "card_payments_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "card_payments_amount_range" CHECK ("card_payments"."amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "card_payments_state_known" CHECK ("card_payments"."state" in ('awaiting-code', 'pending', 'succeeded', 'declined', 'cancelled')),
	CONSTRAINT "card_payments_purpose_known" CHECK ("card_payments"."purpose" in ('repay', 'extend')),
	CONSTRAINT "card_payments_currency_known" CHECK ("card_payments"."currency" in ('MXN', 'INR')),
	CONSTRAINT "card_payments_charged_when_told" CHECK ("card_payments"."state" in ('awaiting-code', 'cancelled') or ("card_payments"."charged_at" is not null and "card_payments"."paid_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "card_savings" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"provider_id" text,
	"state" text NOT NULL,
	"card_id" uuid,
	"started_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_savings_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "card_savings_state_known" CHECK ("card_savings"."state" in ('open', 'saved', 'given-up')),
	CONSTRAINT "card_savings_saved_with_card" CHECK (("card_savings"."state" = 'saved') = ("card_savings"."card_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "repay_tokens" (
	"token_hash" text NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"payment_count" integer NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"card_payment_id" uuid,
	CONSTRAINT "repay_tokens_token_hash_borrower_id_pk" PRIMARY KEY("token_hash","borrower_id")
);
--> statement-breakpoint
CREATE TABLE "saved_cards" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"bank_name" text NOT NULL,
	"bank_code" text NOT NULL,
	"masked_number" text NOT NULL,
	"card_token" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "saved_cards_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "saved_cards_number_masked" CHECK ("saved_cards"."masked_number" !~ '[0-9]{7}')
);
--> statement-breakpoint
CREATE TABLE "charge_disputes" (
	"id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"kind" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"reason" text NOT NULL,
	"words" text NOT NULL,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"filed_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"answered_by" text,
	"answer" text,
	"taken_off_minor" bigint NOT NULL,
	"vat_taken_off_minor" bigint NOT NULL,
	"complaint_id" uuid,
	CONSTRAINT "charge_disputes_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "charge_disputes_amount_range" CHECK ("charge_disputes"."amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "charge_disputes_taken_off_range" CHECK ("charge_disputes"."taken_off_minor" between 0 and 9007199254740991),
	CONSTRAINT "charge_disputes_vat_taken_off_range" CHECK ("charge_disputes"."vat_taken_off_minor" between 0 and 9007199254740991),
	CONSTRAINT "charge_disputes_kind_known" CHECK ("charge_disputes"."kind" in ('penalty', 'late-fee', 'interest', 'fee', 'vat', 'extension-fee')),
	CONSTRAINT "charge_disputes_reason_known" CHECK ("charge_disputes"."reason" in ('not-agreed', 'wrong-amount', 'paid-on-time', 'told-otherwise', 'other')),
	CONSTRAINT "charge_disputes_state_known" CHECK ("charge_disputes"."state" in ('open', 'withdrawn', 'upheld', 'rejected')),
	CONSTRAINT "charge_disputes_ended" CHECK (("charge_disputes"."state" = 'open') = ("charge_disputes"."ended_at" is null)
        and ("charge_disputes"."state" = 'upheld') = ("charge_disputes"."taken_off_minor" > 0)
        and ("charge_disputes"."state" in ('upheld', 'rejected')) = ("charge_disputes"."answer" is not null))
);
--> statement-breakpoint
CREATE TABLE "complaint_images" (
	"name" text PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"sent_by" text NOT NULL,
	"complaint_id" uuid,
	"position" integer,
	"uploaded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "complaint_images_sender_known" CHECK ("complaint_images"."sent_by" in ('borrower', 'host'))
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial_number" bigint NOT NULL,
	"folio" text NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid,
	"type_id" text NOT NULL,
	"subtype_id" text,
	"content" text NOT NULL,
	"state" text NOT NULL,
	"submission_hash" text NOT NULL,
	"filed_at" timestamp with time zone NOT NULL,
	"reviewed_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"reply" text,
	"score" integer,
	"rated_at" timestamp with time zone,
	CONSTRAINT "complaints_serial_number_unique" UNIQUE("serial_number"),
	CONSTRAINT "complaints_folio_unique" UNIQUE("folio"),
	CONSTRAINT "complaints_type_known" CHECK ("complaints"."type_id" in ('1', '2', '3', '4', '5', '9')),
	CONSTRAINT "complaints_subtype_known" CHECK ("complaints"."subtype_id" in ('11', '12', '13', '14', '19')),
	CONSTRAINT "complaints_state_known" CHECK ("complaints"."state" in ('received', 'in-review', 'answered', 'closed')),
	CONSTRAINT "complaints_score_range" CHECK ("complaints"."score" between 1 and 5),
	CONSTRAINT "complaints_answered_with_reply" CHECK (("complaints"."reply" is null) = ("complaints"."answered_at" is null))
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial_number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "audit_entries_serial_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"person_id" uuid,
	"act" text NOT NULL,
	"subject" text,
	"outcome" text NOT NULL,
	"reason" text,
	"detail" jsonb,
	CONSTRAINT "audit_entries_serial_number_unique" UNIQUE("serial_number"),
	CONSTRAINT "audit_entries_outcome_known" CHECK ("audit_entries"."outcome" in ('done', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "desk_approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial_number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "desk_approvals_serial_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"call" text NOT NULL,
	"fields" jsonb NOT NULL,
	"order_number" text,
	"amount_minor" bigint NOT NULL,
	"effect" jsonb NOT NULL,
	"reason" text NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "desk_approvals_serial_number_unique" UNIQUE("serial_number"),
	CONSTRAINT "desk_approvals_state_known" CHECK ("desk_approvals"."state" in ('waiting', 'approved', 'sent-back', 'taken-back')),
	CONSTRAINT "desk_approvals_amount_range" CHECK ("desk_approvals"."amount_minor" between 1 and 9007199254740991),
	CONSTRAINT "desk_approvals_decided" CHECK (("desk_approvals"."state" = 'waiting') = ("desk_approvals"."decided_by" is null) and ("desk_approvals"."decided_by" is null) = ("desk_approvals"."decided_at" is null)),
	CONSTRAINT "desk_approvals_two_people" CHECK ("desk_approvals"."state" in ('waiting', 'taken-back') or "desk_approvals"."decided_by" <> "desk_approvals"."asked_by")
);
--> statement-breakpoint
CREATE TABLE "desk_complaint_holders" (
	"complaint_id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"handed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_drafts" (
	"person_id" uuid NOT NULL,
	"complaint_id" uuid NOT NULL,
	"text" text NOT NULL,
	"closes_too" boolean NOT NULL,
	"images" text[] NOT NULL,
	"kept_at" timestamp with time zone NOT NULL,
	CONSTRAINT "desk_drafts_person_id_complaint_id_pk" PRIMARY KEY("person_id","complaint_id")
);
--> statement-breakpoint
CREATE TABLE "desk_payment_holds" (
	"event_id" uuid PRIMARY KEY NOT NULL,
	"until_day" date NOT NULL,
	"reason" text NOT NULL,
	"person_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "desk_people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	CONSTRAINT "desk_people_identity" UNIQUE("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "desk_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"person_id" uuid NOT NULL,
	"roles" text[] NOT NULL,
	"language" text NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "desk_sessions_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "desk_sessions_roles_known" CHECK ("desk_sessions"."roles" <@ array['agent', 'treasury', 'manager', 'auditor']),
	CONSTRAINT "desk_sessions_language_known" CHECK ("desk_sessions"."language" in ('es', 'en'))
);
--> statement-breakpoint
CREATE TABLE "outbox_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial_number" bigint NOT NULL,
	"subject_id" text NOT NULL,
	"type" text NOT NULL,
	"version" integer NOT NULL,
	"data" jsonb NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"attempt_count" integer NOT NULL,
	"attempt_at" timestamp with time zone NOT NULL,
	"last_attempt_at" timestamp with time zone,
	"last_failure" text,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "outbox_events_serial_number_unique" UNIQUE("serial_number"),
	CONSTRAINT "outbox_events_state_known" CHECK ("outbox_events"."state" in ('pending', 'delivered', 'dead')),
	CONSTRAINT "outbox_events_attempt_count_range" CHECK ("outbox_events"."attempt_count" >= 0),
	CONSTRAINT "outbox_events_delivered_when_taken" CHECK (("outbox_events"."state" = 'delivered') = ("outbox_events"."delivered_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "extensions" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
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
	"payment_event_id" uuid,
	CONSTRAINT "extensions_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "extensions_fee_range" CHECK ("extensions"."fee_minor" between 0 and 9007199254740991),
	CONSTRAINT "extensions_pay_today_range" CHECK ("extensions"."pay_today_minor" between 0 and 9007199254740991),
	CONSTRAINT "extensions_paid_range" CHECK ("extensions"."paid_minor" between 0 and 9007199254740991),
	CONSTRAINT "extensions_state_known" CHECK ("extensions"."state" in ('awaiting-payment', 'in-effect', 'lapsed')),
	CONSTRAINT "extensions_days_range" CHECK ("extensions"."days" between 1 and 7),
	CONSTRAINT "extensions_postpone" CHECK ("extensions"."new_due_date" > "extensions"."from_due_date")
);
--> statement-breakpoint
CREATE TABLE "host_messages" (
	"message_id" text PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"body_hash" text NOT NULL,
	"status" integer NOT NULL,
	"sealed_answer" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"subject_id" uuid
);
--> statement-breakpoint
CREATE TABLE "sandbox_clock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"offset_seconds" bigint NOT NULL,
	CONSTRAINT "sandbox_clock_one_row" CHECK ("sandbox_clock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "bookable_days" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"through_day" date NOT NULL,
	CONSTRAINT "bookable_days_one_row" CHECK ("bookable_days"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "job_leases" (
	"job" text PRIMARY KEY NOT NULL,
	"holder" text,
	"held_until" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "book_comparison" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"asked_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"loan_count" integer DEFAULT 0 NOT NULL,
	"moved_through" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"run_end" bigint DEFAULT 0 NOT NULL,
	"round_started_at" timestamp with time zone,
	"round_end" bigint DEFAULT 0 NOT NULL,
	"round_through" bigint DEFAULT 0 NOT NULL,
	"compared_since" timestamp with time zone,
	CONSTRAINT "book_comparison_one_row" CHECK ("book_comparison"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "book_faults" (
	"books" text NOT NULL,
	"id" uuid NOT NULL,
	"found" jsonb NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"compared_at" timestamp with time zone NOT NULL,
	CONSTRAINT "book_faults_books_id_pk" PRIMARY KEY("books","id"),
	CONSTRAINT "book_faults_books_known" CHECK ("book_faults"."books" in ('loans', 'events'))
);
--> statement-breakpoint
CREATE TABLE "closed_books" (
	"currency" text PRIMARY KEY NOT NULL,
	"closed_through" date NOT NULL,
	"opens_at" timestamp with time zone NOT NULL,
	"summed_through" date,
	CONSTRAINT "closed_books_currency_known" CHECK ("closed_books"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
CREATE TABLE "ledger_day_sums" (
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"account" text NOT NULL,
	"debit_minor" numeric(38, 0) NOT NULL,
	"credit_minor" numeric(38, 0) NOT NULL,
	CONSTRAINT "ledger_day_sums_currency_day_account_pk" PRIMARY KEY("currency","day","account"),
	CONSTRAINT "ledger_day_sums_sides" CHECK ("ledger_day_sums"."debit_minor" >= 0 and "ledger_day_sums"."credit_minor" >= 0),
	CONSTRAINT "ledger_day_sums_currency_known" CHECK ("ledger_day_sums"."currency" in ('MXN', 'INR')),
	CONSTRAINT "ledger_day_sums_account_known" CHECK ("ledger_day_sums"."account" in ('receivable', 'cash', 'interest-income', 'fee-income', 'penalty-income', 'vat-payable', 'suspense', 'refund-payable', 'waiver-expense', 'write-off-expense', 'recovery-income', 'derecognised-receivable', 'sale-loss'))
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"account" text NOT NULL,
	"component" text,
	"loan_id" uuid NOT NULL,
	"instalment_id" uuid,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	CONSTRAINT "ledger_postings_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "ledger_postings_amount_range" CHECK ("ledger_postings"."amount_minor" between -9007199254740991 and 9007199254740991 and "ledger_postings"."amount_minor" <> 0),
	CONSTRAINT "ledger_postings_receivable_placed" CHECK ("ledger_postings"."account" <> 'receivable' or ("ledger_postings"."instalment_id" is not null and "ledger_postings"."component" is not null)),
	CONSTRAINT "ledger_postings_account_known" CHECK ("ledger_postings"."account" in ('receivable', 'cash', 'interest-income', 'fee-income', 'penalty-income', 'vat-payable', 'suspense', 'refund-payable', 'waiver-expense', 'write-off-expense', 'recovery-income', 'derecognised-receivable', 'sale-loss')),
	CONSTRAINT "ledger_postings_component_known" CHECK ("ledger_postings"."component" in ('penalty', 'fee', 'vat', 'interest', 'principal')),
	CONSTRAINT "ledger_postings_currency_known" CHECK ("ledger_postings"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"loan_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"booked_at" timestamp with time zone NOT NULL,
	"idempotency_key" text NOT NULL,
	"reverses_id" uuid,
	"reason" text,
	"actor" text,
	CONSTRAINT "ledger_transactions_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "ledger_transactions_once" UNIQUE("idempotency_key","borrower_id"),
	CONSTRAINT "ledger_transactions_reversed_once" UNIQUE("reverses_id","borrower_id"),
	CONSTRAINT "ledger_transactions_kind_known" CHECK ("ledger_transactions"."kind" in ('disbursal', 'accrual', 'late-fee', 'extension-fee', 'payment', 'reallocation', 'waiver', 'charge-correction', 'cooling-off-exit', 'refund', 'refund-recall', 'write-off', 'recovery', 'sale')),
	CONSTRAINT "ledger_transactions_currency_known" CHECK ("ledger_transactions"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
CREATE TABLE "agreement_versions" (
	"market" text NOT NULL,
	"version" text NOT NULL,
	"effective_from" date NOT NULL,
	"texts" jsonb NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" text NOT NULL,
	CONSTRAINT "agreement_versions_market_version_pk" PRIMARY KEY("market","version"),
	CONSTRAINT "agreement_versions_market_known" CHECK ("agreement_versions"."market" in ('MX', 'IN'))
);
--> statement-breakpoint
CREATE TABLE "burial_point_events" (
	"id" uuid NOT NULL,
	"event" text NOT NULL,
	"borrower_id" uuid NOT NULL,
	"product_id" text NOT NULL,
	"loan_id" uuid,
	"occurred_at" timestamp with time zone NOT NULL,
	CONSTRAINT "burial_point_events_id_borrower_id_pk" PRIMARY KEY("id","borrower_id")
);
--> statement-breakpoint
CREATE TABLE "loan_agreements_accepted" (
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"version" text NOT NULL,
	"text" text,
	"language" text,
	"hash" text NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loan_agreements_accepted_loan_id_borrower_id_pk" PRIMARY KEY("loan_id","borrower_id"),
	CONSTRAINT "loan_agreements_accepted_language_known" CHECK ("loan_agreements_accepted"."language" in ('es', 'en'))
);
--> statement-breakpoint
CREATE TABLE "loan_numbers" (
	"order_number" text PRIMARY KEY NOT NULL,
	"serial_number" bigint NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	CONSTRAINT "loan_numbers_serial_number_unique" UNIQUE("serial_number"),
	CONSTRAINT "loan_numbers_loan_id_unique" UNIQUE("loan_id")
);
--> statement-breakpoint
CREATE TABLE "loans" (
	"id" uuid NOT NULL,
	"serial_number" bigint NOT NULL,
	"order_number" text NOT NULL,
	"borrower_id" uuid NOT NULL,
	"product_id" text NOT NULL,
	"quote_id" uuid NOT NULL,
	"market" text NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"principal_minor" bigint NOT NULL,
	"term_days" integer NOT NULL,
	"balance_minor" bigint NOT NULL,
	"suspense_minor" bigint NOT NULL,
	"oldest_due_on" date,
	"applied_at" timestamp with time zone NOT NULL,
	"declined_at" timestamp with time zone,
	"decline_reason" text,
	"reapply_on" date,
	"disbursed_on" date,
	"disbursal_reference" text,
	"settled_at" timestamp with time zone,
	"written_off_at" timestamp with time zone,
	"sold_at" timestamp with time zone,
	"buyer_name" text,
	"buyer_contact" text,
	"reopened_at" timestamp with time zone,
	"corrected_on" date,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loans_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "loans_serial_number" UNIQUE("serial_number","borrower_id"),
	CONSTRAINT "loans_order_number" UNIQUE("order_number","borrower_id"),
	CONSTRAINT "loans_one_of_a_quote" UNIQUE("quote_id","borrower_id"),
	CONSTRAINT "loans_principal_range" CHECK ("loans"."principal_minor" between 0 and 9007199254740991),
	CONSTRAINT "loans_balance_range" CHECK ("loans"."balance_minor" between 0 and 9007199254740991),
	CONSTRAINT "loans_suspense_range" CHECK ("loans"."suspense_minor" between 0 and 9007199254740991),
	CONSTRAINT "loans_status_known" CHECK ("loans"."status" in ('under-review', 'paying-out', 'declined', 'to-repay', 'overdue', 'settled', 'cancelled', 'written-off', 'sold')),
	CONSTRAINT "loans_currency_known" CHECK ("loans"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" uuid NOT NULL,
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
	CONSTRAINT "quotes_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "quotes_once" UNIQUE("loan_id","borrower_id"),
	CONSTRAINT "quotes_amount_range" CHECK ("quotes"."amount_minor" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"score" integer NOT NULL,
	"rated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ratings_loan_id_borrower_id_pk" PRIMARY KEY("loan_id","borrower_id"),
	CONSTRAINT "ratings_score_range" CHECK ("ratings"."score" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "status_changes" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text NOT NULL,
	"reason" text,
	CONSTRAINT "status_changes_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "status_changes_from_known" CHECK ("status_changes"."from_status" in ('under-review', 'paying-out', 'declined', 'to-repay', 'overdue', 'settled', 'cancelled', 'written-off', 'sold')),
	CONSTRAINT "status_changes_to_known" CHECK ("status_changes"."to_status" in ('under-review', 'paying-out', 'declined', 'to-repay', 'overdue', 'settled', 'cancelled', 'written-off', 'sold'))
);
--> statement-breakpoint
CREATE TABLE "payment_claims" (
	"id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"paid_on" date NOT NULL,
	"channel" text NOT NULL,
	"tracking_key" text NOT NULL,
	"image_name" text,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	"answer" text,
	"provider_event_id" uuid,
	"complaint_id" uuid,
	CONSTRAINT "payment_claims_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "payment_claims_amount_range" CHECK ("payment_claims"."amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "payment_claims_channel_known" CHECK ("payment_claims"."channel" in ('bank-transfer', 'store', 'upi', 'virtual-account', 'card', 'other')),
	CONSTRAINT "payment_claims_state_known" CHECK ("payment_claims"."state" in ('waiting', 'received', 'not-found')),
	CONSTRAINT "payment_claims_answered" CHECK (("payment_claims"."state" = 'waiting') = ("payment_claims"."answered_at" is null)
        and ("payment_claims"."state" = 'received') = ("payment_claims"."provider_event_id" is not null))
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
	"valid_from" date,
	"valid_through" date,
	"withdrawn_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	"changed_by" text,
	CONSTRAINT "offers_borrower_id_product_id_pk" PRIMARY KEY("borrower_id","product_id"),
	CONSTRAINT "offers_validity_in_order" CHECK ("offers"."valid_from" <= "offers"."valid_through"),
	CONSTRAINT "offers_amount_range" CHECK ("offers"."amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "offers_previous_amount_range" CHECK ("offers"."previous_amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "offers_coupon_count_range" CHECK ("offers"."coupon_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "product_versions" (
	"product_id" text NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"logo" text NOT NULL,
	"terms" jsonb NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" text NOT NULL,
	CONSTRAINT "product_versions_product_id_version_pk" PRIMARY KEY("product_id","version")
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
	"allows_prepayment" boolean DEFAULT true NOT NULL,
	"pauses_penalty_on_claim" boolean DEFAULT false NOT NULL,
	"pauses_penalty_on_dispute" boolean DEFAULT false NOT NULL,
	"penalty_bands" jsonb NOT NULL,
	"late_fee_new_minor" bigint NOT NULL,
	"late_fee_repeat_minor" bigint NOT NULL,
	"extension_daily_ppm" integer NOT NULL,
	"extension_max_days" integer NOT NULL,
	"extension_cost_max_ppm" integer DEFAULT 0 NOT NULL,
	"minimum_minor" bigint NOT NULL,
	"maximum_minor" bigint NOT NULL,
	"step_minor" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "products_version_range" CHECK ("products"."version" > 0),
	CONSTRAINT "products_late_fee_new_range" CHECK ("products"."late_fee_new_minor" between 0 and 9007199254740991),
	CONSTRAINT "products_late_fee_repeat_range" CHECK ("products"."late_fee_repeat_minor" between 0 and 9007199254740991),
	CONSTRAINT "products_minimum_range" CHECK ("products"."minimum_minor" between 0 and 9007199254740991),
	CONSTRAINT "products_maximum_range" CHECK ("products"."maximum_minor" between 0 and 9007199254740991),
	CONSTRAINT "products_step_range" CHECK ("products"."step_minor" between 0 and 9007199254740991),
	CONSTRAINT "products_market_known" CHECK ("products"."market" in ('MX', 'IN')),
	CONSTRAINT "products_currency_known" CHECK ("products"."currency" in ('MXN', 'INR')),
	CONSTRAINT "products_id_present" CHECK ("products"."id" <> ''),
	CONSTRAINT "products_currency_of_market" CHECK (("products"."market" = 'MX') = ("products"."currency" = 'MXN')),
	CONSTRAINT "products_term_range" CHECK ("products"."instalment_count" between 1 and 365 and "products"."instalment_days" between 1 and 365
        and "products"."instalment_count" * "products"."instalment_days" between 91 and 365),
	CONSTRAINT "products_annual_interest_range" CHECK ("products"."annual_interest_ppm" between 0 and 100000000),
	CONSTRAINT "products_daily_interest_range" CHECK ("products"."daily_interest_ppm" between 0 and 1000000),
	CONSTRAINT "products_fee_range" CHECK ("products"."fee_ppm" between 0 and 1000000),
	CONSTRAINT "products_vat_range" CHECK ("products"."vat_ppm" between 0 and 1000000),
	CONSTRAINT "products_extension_daily_range" CHECK ("products"."extension_daily_ppm" between 0 and 1000000),
	CONSTRAINT "products_extension_cost_max_range" CHECK ("products"."extension_cost_max_ppm" between 0 and 1000000),
	CONSTRAINT "products_penalty_bands_list" CHECK (jsonb_typeof("products"."penalty_bands") = 'array'),
	CONSTRAINT "products_extension_max_days_range" CHECK ("products"."extension_max_days" between 0 and 7),
	CONSTRAINT "products_amounts_in_steps" CHECK ("products"."minimum_minor" > 0 and "products"."step_minor" > 0 and "products"."maximum_minor" >= "products"."minimum_minor"
        and ("products"."maximum_minor" - "products"."minimum_minor") % "products"."step_minor" = 0)
);
--> statement-breakpoint
CREATE TABLE "channel_templates" (
	"template_id" text PRIMARY KEY NOT NULL,
	"language" text,
	"market" text,
	"color" text,
	"heading" text DEFAULT '' NOT NULL,
	"line" text DEFAULT '' NOT NULL,
	CONSTRAINT "channel_templates_language_known" CHECK ("channel_templates"."language" in ('zh', 'es', 'en')),
	CONSTRAINT "channel_templates_market_known" CHECK ("channel_templates"."market" in ('MX', 'IN')),
	CONSTRAINT "channel_templates_color_form" CHECK ("channel_templates"."color" ~ '^#[0-9a-fA-F]{6}$'),
	CONSTRAINT "channel_templates_id_length" CHECK (length("channel_templates"."template_id") between 1 and 64)
);
--> statement-breakpoint
CREATE TABLE "promotion_clicks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page_id" text NOT NULL,
	"client_type" text NOT NULL,
	"app_from" text NOT NULL,
	"user_from" text NOT NULL,
	"utm_tag" text NOT NULL,
	"phone_hash" text NOT NULL,
	"clicked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promotion_clicks_client_type_known" CHECK ("promotion_clicks"."client_type" in ('ios', 'android'))
);
--> statement-breakpoint
CREATE TABLE "promotion_sends" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page_id" text NOT NULL,
	"app_from" text NOT NULL,
	"user_from" text NOT NULL,
	"utm_tag" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promotion_visits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page_id" text NOT NULL,
	"client_type" text NOT NULL,
	"app_from" text NOT NULL,
	"user_from" text NOT NULL,
	"utm_tag" text NOT NULL,
	"visited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promotion_visits_client_type_known" CHECK ("promotion_visits"."client_type" in ('ios', 'android'))
);
--> statement-breakpoint
CREATE TABLE "registration_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sid_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"captcha_hash" text,
	"captcha_issued_at" timestamp with time zone,
	"captcha_guess_count" integer DEFAULT 0 NOT NULL,
	"captcha_used_at" timestamp with time zone,
	"captcha_count" integer DEFAULT 0 NOT NULL,
	"passed_captcha_hash" text,
	"completion_hash" text,
	"outcome" text,
	CONSTRAINT "registration_sessions_sid_hash_unique" UNIQUE("sid_hash"),
	CONSTRAINT "registration_sessions_guess_count_range" CHECK ("registration_sessions"."captcha_guess_count" between 0 and 3),
	CONSTRAINT "registration_sessions_completed_whole" CHECK (("registration_sessions"."completion_hash" is null) = ("registration_sessions"."outcome" is null)),
	CONSTRAINT "registration_sessions_outcome_known" CHECK ("registration_sessions"."outcome" in ('registered', 'already-registered'))
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mobile_phone" text NOT NULL,
	"template_id" text NOT NULL,
	"session_id" uuid NOT NULL,
	"app_name" text NOT NULL,
	"merchant_number" text NOT NULL,
	"invite_code" text NOT NULL,
	"app_from" text NOT NULL,
	"user_from" text NOT NULL,
	"utm_tag" text NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "registrations_mobile_phone_unique" UNIQUE("mobile_phone"),
	CONSTRAINT "registrations_mobile_phone_form" CHECK ("registrations"."mobile_phone" ~ '^\+[1-9][0-9]{7,14}$')
);
--> statement-breakpoint
CREATE TABLE "waiting_codes" (
	"send_id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"mobile_phone" text NOT NULL,
	"language" text NOT NULL,
	"page_id" text NOT NULL,
	"app_from" text NOT NULL,
	"user_from" text NOT NULL,
	"utm_tag" text NOT NULL,
	"send_at" timestamp with time zone NOT NULL,
	CONSTRAINT "waiting_codes_language_known" CHECK ("waiting_codes"."language" in ('zh', 'es', 'en'))
);
--> statement-breakpoint
CREATE TABLE "reminder_consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "reminder_consents_channel_known" CHECK ("reminder_consents"."channel" in ('sms', 'whatsapp', 'call')),
	CONSTRAINT "reminder_consents_in_order" CHECK ("reminder_consents"."withdrawn_at" >= "reminder_consents"."granted_at")
);
--> statement-breakpoint
CREATE TABLE "instalments" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"due_date" date NOT NULL,
	"extended_from" date,
	"accrued_through" date,
	"penalty_round" integer DEFAULT 0 NOT NULL,
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
	CONSTRAINT "instalments_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "instalments_loan_sequence" UNIQUE("loan_id","sequence","borrower_id"),
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
	CONSTRAINT "instalments_extended_later" CHECK ("instalments"."extended_from" < "instalments"."due_date"),
	CONSTRAINT "instalments_paid_within_charged" CHECK ("instalments"."penalty_paid_minor" <= "instalments"."penalty_charged_minor"
        and "instalments"."fee_paid_minor" <= "instalments"."fee_charged_minor"
        and "instalments"."vat_paid_minor" <= "instalments"."vat_charged_minor"
        and "instalments"."interest_paid_minor" <= "instalments"."interest_charged_minor"
        and "instalments"."principal_paid_minor" <= "instalments"."principal_charged_minor")
);
--> statement-breakpoint
CREATE TABLE "payment_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_reference" text,
	"borrower_id" uuid NOT NULL,
	"reference_id" uuid NOT NULL,
	CONSTRAINT "payment_codes_reference_id_unique" UNIQUE("reference_id"),
	CONSTRAINT "payment_codes_provider" UNIQUE("provider","provider_reference")
);
--> statement-breakpoint
CREATE TABLE "payment_references" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"channel_kind" text NOT NULL,
	"provider" text NOT NULL,
	"amount_minor" bigint,
	"code" text NOT NULL,
	"provider_reference" text,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"replaced_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"shown_at" timestamp with time zone,
	"look_at" timestamp with time zone,
	CONSTRAINT "payment_references_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "payment_references_code" UNIQUE("code","borrower_id"),
	CONSTRAINT "payment_references_provider" UNIQUE("provider","provider_reference","borrower_id"),
	CONSTRAINT "payment_references_purpose_known" CHECK ("payment_references"."purpose" in ('repay', 'extend')),
	CONSTRAINT "payment_references_channel_known" CHECK ("payment_references"."channel_kind" in ('bank-transfer', 'store', 'upi', 'virtual-account')),
	CONSTRAINT "payment_references_amount_range" CHECK ("payment_references"."amount_minor" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "penalty_pauses" (
	"cause_id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"from_day" date NOT NULL,
	"through_day" date,
	"sequence" integer,
	"component" text,
	"amount_minor" bigint,
	CONSTRAINT "penalty_pauses_cause_id_borrower_id_pk" PRIMARY KEY("cause_id","borrower_id"),
	CONSTRAINT "penalty_pauses_of_part" CHECK (("penalty_pauses"."sequence" is null) = ("penalty_pauses"."amount_minor" is null) and ("penalty_pauses"."sequence" is null) = ("penalty_pauses"."component" is null)),
	CONSTRAINT "penalty_pauses_in_order" CHECK ("penalty_pauses"."through_day" is null or "penalty_pauses"."through_day" >= "penalty_pauses"."from_day")
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"borrower_id" uuid,
	"loan_id" uuid,
	"reference" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"reversed_at" timestamp with time zone,
	"payer_hash" text,
	"tracking_key" text,
	CONSTRAINT "provider_events_once" UNIQUE("provider","event_id"),
	CONSTRAINT "provider_events_whose" CHECK (("provider_events"."borrower_id" is null) = ("provider_events"."loan_id" is null)),
	CONSTRAINT "provider_events_amount_range" CHECK ("provider_events"."amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "provider_events_outcome_known" CHECK ("provider_events"."outcome" in ('posted', 'unmatched', 'reversed')),
	CONSTRAINT "provider_events_reversed_at" CHECK (("provider_events"."outcome" = 'reversed') = ("provider_events"."reversed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "reference_requests" (
	"id" uuid NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"channel_kind" text NOT NULL,
	"provider" text NOT NULL,
	"amount_minor" bigint,
	"requested_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"ask_count" integer NOT NULL,
	"failed_at" timestamp with time zone,
	"refused_at" timestamp with time zone,
	CONSTRAINT "reference_requests_id_borrower_id_pk" PRIMARY KEY("id","borrower_id"),
	CONSTRAINT "reference_requests_once" UNIQUE("loan_id","purpose","channel_kind","borrower_id"),
	CONSTRAINT "reference_requests_purpose_known" CHECK ("reference_requests"."purpose" in ('repay', 'extend')),
	CONSTRAINT "reference_requests_channel_known" CHECK ("reference_requests"."channel_kind" in ('bank-transfer', 'store', 'upi', 'virtual-account')),
	CONSTRAINT "reference_requests_amount_range" CHECK ("reference_requests"."amount_minor" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"refund_key" text NOT NULL,
	"borrower_id" uuid,
	"loan_id" uuid,
	"event_id" uuid,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"requested_by" text NOT NULL,
	"card_payment_id" uuid,
	"asked_at" timestamp with time zone,
	"requested_at" timestamp with time zone NOT NULL,
	"reference" text,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "refunds_refund_key_unique" UNIQUE("refund_key"),
	CONSTRAINT "refunds_whose" CHECK (("refunds"."borrower_id" is null) = ("refunds"."loan_id" is null)),
	CONSTRAINT "refunds_of_one" CHECK (("refunds"."loan_id" is null) <> ("refunds"."event_id" is null)),
	CONSTRAINT "refunds_amount_range" CHECK ("refunds"."amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "refunds_amount_present" CHECK ("refunds"."amount_minor" > 0),
	CONSTRAINT "refunds_state_known" CHECK ("refunds"."state" in ('requested', 'sent', 'failed')),
	CONSTRAINT "refunds_currency_known" CHECK ("refunds"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
CREATE TABLE "request_counts" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
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
	"purpose" text NOT NULL,
	"number_hash" text NOT NULL,
	"prefix_hash" text NOT NULL,
	"address_hash" text,
	"network_hash" text,
	"country" text,
	"borrower_id" uuid,
	"sent_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"gateway" text,
	"gateway_message_id" text,
	"delivery_state" text,
	"delivery_failure" text,
	"reported_at" timestamp with time zone,
	CONSTRAINT "sms_sends_delivery_state_known" CHECK ("sms_sends"."delivery_state" in ('on-its-way', 'delivered', 'undelivered')),
	CONSTRAINT "sms_sends_purpose_known" CHECK ("sms_sends"."purpose" in ('card-payment', 'registration')),
	CONSTRAINT "sms_sends_outcome_known" CHECK ("sms_sends"."outcome" in ('waiting', 'reserved', 'accepted', 'not-sent', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"telephone" text NOT NULL,
	"email" text NOT NULL,
	"remark" text NOT NULL,
	"state" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"handled_by" text,
	CONSTRAINT "contact_messages_state_known" CHECK ("contact_messages"."state" in ('open', 'answered', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "support_contacts" (
	"market" text PRIMARY KEY NOT NULL,
	"telephone" text NOT NULL,
	"whatsapp" text NOT NULL,
	"email" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" text NOT NULL,
	CONSTRAINT "support_contacts_market_known" CHECK ("support_contacts"."market" in ('MX', 'IN'))
);
--> statement-breakpoint
CREATE TABLE "webhook_messages" (
	"provider" text NOT NULL,
	"message_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_messages_provider_message_id_pk" PRIMARY KEY("provider","message_id")
);
--> statement-breakpoint
ALTER TABLE "borrower_block_changes" ADD CONSTRAINT "borrower_block_changes_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_erasure_id_erasures_id_fk" FOREIGN KEY ("erasure_id") REFERENCES "public"."erasures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_tickets" ADD CONSTRAINT "session_tickets_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_payments" ADD CONSTRAINT "card_payments_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_payments" ADD CONSTRAINT "card_payments_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_payments" ADD CONSTRAINT "card_payments_card_id_same_borrower" FOREIGN KEY ("borrower_id","card_id") REFERENCES "public"."saved_cards"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_savings" ADD CONSTRAINT "card_savings_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_savings" ADD CONSTRAINT "card_savings_card_id_same_borrower" FOREIGN KEY ("borrower_id","card_id") REFERENCES "public"."saved_cards"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repay_tokens" ADD CONSTRAINT "repay_tokens_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repay_tokens" ADD CONSTRAINT "repay_tokens_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repay_tokens" ADD CONSTRAINT "repay_tokens_card_payment_id_same_borrower" FOREIGN KEY ("borrower_id","card_payment_id") REFERENCES "public"."card_payments"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_cards" ADD CONSTRAINT "saved_cards_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_disputes" ADD CONSTRAINT "charge_disputes_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_disputes" ADD CONSTRAINT "charge_disputes_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charge_disputes" ADD CONSTRAINT "charge_disputes_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_images" ADD CONSTRAINT "complaint_images_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_images" ADD CONSTRAINT "complaint_images_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_approvals" ADD CONSTRAINT "desk_approvals_asked_by_desk_people_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_approvals" ADD CONSTRAINT "desk_approvals_decided_by_desk_people_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_complaint_holders" ADD CONSTRAINT "desk_complaint_holders_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_complaint_holders" ADD CONSTRAINT "desk_complaint_holders_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_drafts" ADD CONSTRAINT "desk_drafts_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_drafts" ADD CONSTRAINT "desk_drafts_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_payment_holds" ADD CONSTRAINT "desk_payment_holds_event_id_provider_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."provider_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_payment_holds" ADD CONSTRAINT "desk_payment_holds_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_sessions" ADD CONSTRAINT "desk_sessions_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extensions" ADD CONSTRAINT "extensions_payment_event_id_provider_events_id_fk" FOREIGN KEY ("payment_event_id") REFERENCES "public"."provider_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extensions" ADD CONSTRAINT "extensions_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_transaction_id_same_borrower" FOREIGN KEY ("borrower_id","transaction_id") REFERENCES "public"."ledger_transactions"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_instalment_id_same_borrower" FOREIGN KEY ("borrower_id","instalment_id") REFERENCES "public"."instalments"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_reverses_id_same_borrower" FOREIGN KEY ("borrower_id","reverses_id") REFERENCES "public"."ledger_transactions"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "burial_point_events" ADD CONSTRAINT "burial_point_events_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "burial_point_events" ADD CONSTRAINT "burial_point_events_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_agreements_accepted" ADD CONSTRAINT "loan_agreements_accepted_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_quote_id_same_borrower" FOREIGN KEY ("borrower_id","quote_id") REFERENCES "public"."quotes"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "status_changes" ADD CONSTRAINT "status_changes_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_image_name_complaint_images_name_fk" FOREIGN KEY ("image_name") REFERENCES "public"."complaint_images"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_provider_event_id_provider_events_id_fk" FOREIGN KEY ("provider_event_id") REFERENCES "public"."provider_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_claims" ADD CONSTRAINT "payment_claims_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_versions" ADD CONSTRAINT "product_versions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_codes" ADD CONSTRAINT "waiting_codes_send_id_sms_sends_id_fk" FOREIGN KEY ("send_id") REFERENCES "public"."sms_sends"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_codes" ADD CONSTRAINT "waiting_codes_session_id_registration_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."registration_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_consents" ADD CONSTRAINT "reminder_consents_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instalments" ADD CONSTRAINT "instalments_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_references" ADD CONSTRAINT "payment_references_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "penalty_pauses" ADD CONSTRAINT "penalty_pauses_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reference_requests" ADD CONSTRAINT "reference_requests_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_event_id_provider_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."provider_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_card_payment_id_same_borrower" FOREIGN KEY ("borrower_id","card_payment_id") REFERENCES "public"."card_payments"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sms_sends" ADD CONSTRAINT "sms_sends_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "borrower_block_changes_borrower" ON "borrower_block_changes" USING btree ("borrower_id","id");--> statement-breakpoint
CREATE INDEX "borrowers_phone_end" ON "borrowers" USING btree (right("mobile_phone", 8));--> statement-breakpoint
CREATE INDEX "borrowers_phone" ON "borrowers" USING btree ("mobile_phone","id");--> statement-breakpoint
CREATE INDEX "borrowers_blocked" ON "borrowers" USING btree ("id") WHERE "borrowers"."blocked_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "erasure_requests_one_waiting" ON "erasure_requests" USING btree ("borrower_id") WHERE "erasure_requests"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "erasure_requests_borrower" ON "erasure_requests" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "erasure_requests_state" ON "erasure_requests" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "erasure_requests_to_look_at" ON "erasure_requests" USING btree ("looked_at") WHERE "erasure_requests"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "erasures_borrower" ON "erasures" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "session_tickets_borrower" ON "session_tickets" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "session_tickets_expiry" ON "session_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_borrower" ON "sessions" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "card_payments_one_open" ON "card_payments" USING btree ("loan_id","borrower_id") WHERE "card_payments"."state" in ('awaiting-code', 'pending');--> statement-breakpoint
CREATE INDEX "card_payments_pending" ON "card_payments" USING btree ("charged_at") WHERE "card_payments"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "card_payments_loan" ON "card_payments" USING btree ("loan_id","started_at");--> statement-breakpoint
CREATE INDEX "card_savings_borrower" ON "card_savings" USING btree ("borrower_id","started_at");--> statement-breakpoint
CREATE INDEX "card_savings_started" ON "card_savings" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "repay_tokens_expiry" ON "repay_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "repay_tokens_borrower" ON "repay_tokens" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "saved_cards_borrower" ON "saved_cards" USING btree ("borrower_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_cards_one_for_each_token" ON "saved_cards" USING btree ("borrower_id","card_token") WHERE "saved_cards"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "charge_disputes_loan" ON "charge_disputes" USING btree ("loan_id","filed_at");--> statement-breakpoint
CREATE INDEX "charge_disputes_borrower" ON "charge_disputes" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "charge_disputes_state" ON "charge_disputes" USING btree ("state","filed_at","id");--> statement-breakpoint
CREATE INDEX "charge_disputes_overdue" ON "charge_disputes" USING btree ("filed_at") WHERE "charge_disputes"."state" = 'open' and "charge_disputes"."complaint_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "charge_disputes_one_open" ON "charge_disputes" USING btree ("loan_id","sequence","kind","borrower_id") WHERE "charge_disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "complaint_images_complaint" ON "complaint_images" USING btree ("complaint_id");--> statement-breakpoint
CREATE INDEX "complaint_images_borrower" ON "complaint_images" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "complaint_images_orphans" ON "complaint_images" USING btree ("uploaded_at") WHERE "complaint_images"."complaint_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "complaints_one_of_a_kind" ON "complaints" USING btree ("borrower_id","submission_hash") WHERE "complaints"."state" in ('received', 'in-review');--> statement-breakpoint
CREATE INDEX "complaints_open" ON "complaints" USING btree ("borrower_id","serial_number") WHERE "complaints"."state" in ('received', 'in-review');--> statement-breakpoint
CREATE INDEX "complaints_handled" ON "complaints" USING btree ("borrower_id","serial_number") WHERE "complaints"."state" in ('answered', 'closed');--> statement-breakpoint
CREATE INDEX "complaints_state" ON "complaints" USING btree ("state","serial_number");--> statement-breakpoint
CREATE INDEX "complaints_borrower" ON "complaints" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "complaints_loan" ON "complaints" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "audit_entries_subject" ON "audit_entries" USING btree ("subject","serial_number");--> statement-breakpoint
CREATE INDEX "audit_entries_person" ON "audit_entries" USING btree ("person_id","serial_number");--> statement-breakpoint
CREATE INDEX "desk_approvals_waiting" ON "desk_approvals" USING btree ("serial_number") WHERE "desk_approvals"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "desk_approvals_loan" ON "desk_approvals" USING btree ("order_number","serial_number");--> statement-breakpoint
CREATE INDEX "desk_complaint_holders_person" ON "desk_complaint_holders" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "desk_drafts_complaint" ON "desk_drafts" USING btree ("complaint_id");--> statement-breakpoint
CREATE INDEX "desk_drafts_age" ON "desk_drafts" USING btree ("kept_at");--> statement-breakpoint
CREATE INDEX "desk_payment_holds_age" ON "desk_payment_holds" USING btree ("until_day");--> statement-breakpoint
CREATE INDEX "desk_sessions_person" ON "desk_sessions" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "desk_sessions_expiry" ON "desk_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "outbox_events_due" ON "outbox_events" USING btree ("attempt_at","serial_number") WHERE "outbox_events"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "outbox_events_waiting" ON "outbox_events" USING btree ("subject_id","serial_number") WHERE "outbox_events"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "outbox_events_pending" ON "outbox_events" USING btree ("serial_number") WHERE "outbox_events"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "outbox_events_subject" ON "outbox_events" USING btree ("subject_id","serial_number");--> statement-breakpoint
CREATE INDEX "outbox_events_dead" ON "outbox_events" USING btree ("serial_number") WHERE "outbox_events"."state" = 'dead';--> statement-breakpoint
CREATE INDEX "outbox_events_time" ON "outbox_events" USING btree ("occurred_at");--> statement-breakpoint
CREATE UNIQUE INDEX "extensions_one_open" ON "extensions" USING btree ("loan_id","borrower_id") WHERE "extensions"."state" = 'awaiting-payment';--> statement-breakpoint
CREATE INDEX "extensions_loan" ON "extensions" USING btree ("loan_id","offered_at");--> statement-breakpoint
CREATE INDEX "host_messages_received" ON "host_messages" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "host_messages_subject" ON "host_messages" USING btree ("subject_id") WHERE "host_messages"."subject_id" is not null;--> statement-breakpoint
CREATE INDEX "ledger_postings_transaction" ON "ledger_postings" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_loan" ON "ledger_postings" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_instalment" ON "ledger_postings" USING btree ("instalment_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_loan" ON "ledger_transactions" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "ledger_transactions_booked" ON "ledger_transactions" USING btree ("currency","booked_at","id");--> statement-breakpoint
CREATE INDEX "agreement_versions_in_force" ON "agreement_versions" USING btree ("market","effective_from","made_at");--> statement-breakpoint
CREATE INDEX "burial_point_events_borrower" ON "burial_point_events" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "burial_point_events_time" ON "burial_point_events" USING btree ("occurred_at");--> statement-breakpoint
CREATE UNIQUE INDEX "loans_one_open_per_product" ON "loans" USING btree ("borrower_id","product_id") WHERE "loans"."status" in ('under-review', 'paying-out', 'to-repay', 'overdue') and "loans"."reopened_at" is null;--> statement-breakpoint
CREATE INDEX "loans_borrower" ON "loans" USING btree ("borrower_id","serial_number");--> statement-breakpoint
CREATE INDEX "loans_status" ON "loans" USING btree ("status","serial_number");--> statement-breakpoint
CREATE INDEX "loans_changed" ON "loans" USING btree ("changed_at","serial_number");--> statement-breakpoint
CREATE INDEX "loans_running" ON "loans" USING btree ("id") WHERE "loans"."status" in ('to-repay', 'overdue');--> statement-breakpoint
CREATE INDEX "loans_arrears" ON "loans" USING btree ("currency","oldest_due_on","id","balance_minor") WHERE "loans"."status" in ('to-repay', 'overdue');--> statement-breakpoint
CREATE INDEX "quotes_unused" ON "quotes" USING btree ("expires_at") WHERE "quotes"."loan_id" is null;--> statement-breakpoint
CREATE INDEX "quotes_borrower_product" ON "quotes" USING btree ("borrower_id","product_id","issued_at");--> statement-breakpoint
CREATE INDEX "status_changes_loan" ON "status_changes" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "payment_claims_loan" ON "payment_claims" USING btree ("loan_id","claimed_at");--> statement-breakpoint
CREATE INDEX "payment_claims_borrower" ON "payment_claims" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "payment_claims_state" ON "payment_claims" USING btree ("state","claimed_at","id");--> statement-breakpoint
CREATE INDEX "payment_claims_overdue" ON "payment_claims" USING btree ("claimed_at") WHERE "payment_claims"."state" = 'waiting' and "payment_claims"."complaint_id" is null;--> statement-breakpoint
CREATE INDEX "payment_claims_image" ON "payment_claims" USING btree ("image_name");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_claims_one_of_a_key" ON "payment_claims" USING btree ("loan_id","tracking_key","borrower_id") WHERE "payment_claims"."state" = 'waiting' and "payment_claims"."tracking_key" <> '';--> statement-breakpoint
CREATE INDEX "offers_product" ON "offers" USING btree ("product_id","borrower_id");--> statement-breakpoint
CREATE INDEX "promotion_clicks_time" ON "promotion_clicks" USING btree ("clicked_at");--> statement-breakpoint
CREATE INDEX "promotion_clicks_page" ON "promotion_clicks" USING btree ("page_id","clicked_at");--> statement-breakpoint
CREATE INDEX "promotion_clicks_phone" ON "promotion_clicks" USING btree ("phone_hash");--> statement-breakpoint
CREATE INDEX "promotion_sends_time" ON "promotion_sends" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "promotion_visits_time" ON "promotion_visits" USING btree ("visited_at");--> statement-breakpoint
CREATE INDEX "promotion_visits_page" ON "promotion_visits" USING btree ("page_id","visited_at");--> statement-breakpoint
CREATE INDEX "registration_sessions_expiry" ON "registration_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "registrations_time" ON "registrations" USING btree ("registered_at");--> statement-breakpoint
CREATE INDEX "waiting_codes_time" ON "waiting_codes" USING btree ("send_at");--> statement-breakpoint
CREATE INDEX "waiting_codes_session" ON "waiting_codes" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "waiting_codes_phone" ON "waiting_codes" USING btree ("mobile_phone");--> statement-breakpoint
CREATE INDEX "reminder_consents_borrower" ON "reminder_consents" USING btree ("borrower_id","id");--> statement-breakpoint
CREATE INDEX "reminder_consents_withdrawn" ON "reminder_consents" USING btree ("withdrawn_at");--> statement-breakpoint
CREATE INDEX "reminder_consents_standing_order" ON "reminder_consents" USING btree ("id") WHERE "reminder_consents"."withdrawn_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "reminder_consents_standing" ON "reminder_consents" USING btree ("borrower_id","channel") WHERE "reminder_consents"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "instalments_to_accrue" ON "instalments" USING btree (coalesce("accrued_through", "due_date"),"id") WHERE "instalments"."penalty_charged_minor" > "instalments"."penalty_paid_minor"
        or "instalments"."fee_charged_minor" > "instalments"."fee_paid_minor"
        or "instalments"."vat_charged_minor" > "instalments"."vat_paid_minor"
        or "instalments"."interest_charged_minor" > "instalments"."interest_paid_minor"
        or "instalments"."principal_charged_minor" > "instalments"."principal_paid_minor";--> statement-breakpoint
CREATE INDEX "instalments_unpaid_due" ON "instalments" USING btree ("due_date","loan_id") WHERE "instalments"."penalty_charged_minor" > "instalments"."penalty_paid_minor"
        or "instalments"."fee_charged_minor" > "instalments"."fee_paid_minor"
        or "instalments"."vat_charged_minor" > "instalments"."vat_paid_minor"
        or "instalments"."interest_charged_minor" > "instalments"."interest_paid_minor"
        or "instalments"."principal_charged_minor" > "instalments"."principal_paid_minor";--> statement-breakpoint
CREATE INDEX "instalments_owed" ON "instalments" USING btree (("penalty_charged_minor" - "penalty_paid_minor" + "fee_charged_minor" - "fee_paid_minor"
        + "vat_charged_minor" - "vat_paid_minor" + "interest_charged_minor" - "interest_paid_minor"
        + "principal_charged_minor" - "principal_paid_minor"),"due_date","loan_id") WHERE "instalments"."penalty_charged_minor" > "instalments"."penalty_paid_minor"
        or "instalments"."fee_charged_minor" > "instalments"."fee_paid_minor"
        or "instalments"."vat_charged_minor" > "instalments"."vat_paid_minor"
        or "instalments"."interest_charged_minor" > "instalments"."interest_paid_minor"
        or "instalments"."principal_charged_minor" > "instalments"."principal_paid_minor";--> statement-breakpoint
CREATE UNIQUE INDEX "payment_references_shown" ON "payment_references" USING btree ("loan_id","purpose","channel_kind","borrower_id") WHERE "payment_references"."replaced_at" is null;--> statement-breakpoint
CREATE INDEX "payment_references_loan" ON "payment_references" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "payment_references_to_look" ON "payment_references" USING btree ("look_at") WHERE "payment_references"."look_at" is not null;--> statement-breakpoint
CREATE INDEX "penalty_pauses_loan" ON "penalty_pauses" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "provider_events_loan" ON "provider_events" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "provider_events_unmatched" ON "provider_events" USING btree ("reference") WHERE "provider_events"."outcome" = 'unmatched';--> statement-breakpoint
CREATE INDEX "provider_events_waiting" ON "provider_events" USING btree ("received_at","id") WHERE "provider_events"."outcome" = 'unmatched';--> statement-breakpoint
CREATE INDEX "provider_events_unmatched_key" ON "provider_events" USING btree (regexp_replace(upper(coalesce("tracking_key", "event_id")), '[^0-9A-Z]', '', 'g')) WHERE "provider_events"."outcome" = 'unmatched';--> statement-breakpoint
CREATE INDEX "provider_events_payer" ON "provider_events" USING btree ("payer_hash") WHERE "provider_events"."payer_hash" is not null;--> statement-breakpoint
CREATE INDEX "provider_events_received" ON "provider_events" USING btree ("received_at","id");--> statement-breakpoint
CREATE INDEX "reference_requests_requested" ON "reference_requests" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "reference_requests_open" ON "reference_requests" USING btree ("asked_at") WHERE "reference_requests"."refused_at" is null;--> statement-breakpoint
CREATE INDEX "refunds_loan" ON "refunds" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "refunds_event" ON "refunds" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "refunds_card_payment" ON "refunds" USING btree ("card_payment_id");--> statement-breakpoint
CREATE INDEX "refunds_state" ON "refunds" USING btree ("state","requested_at","id");--> statement-breakpoint
CREATE INDEX "refunds_requested" ON "refunds" USING btree ("requested_at","id");--> statement-breakpoint
CREATE INDEX "request_counts_expire" ON "request_counts" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sms_codes_issued" ON "sms_codes" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "sms_sends_number" ON "sms_sends" USING btree ("number_hash","sent_at");--> statement-breakpoint
CREATE INDEX "sms_sends_prefix" ON "sms_sends" USING btree ("prefix_hash","sent_at");--> statement-breakpoint
CREATE INDEX "sms_sends_address" ON "sms_sends" USING btree ("address_hash","sent_at");--> statement-breakpoint
CREATE INDEX "sms_sends_network" ON "sms_sends" USING btree ("network_hash","sent_at");--> statement-breakpoint
CREATE INDEX "sms_sends_country" ON "sms_sends" USING btree ("country","sent_at");--> statement-breakpoint
CREATE INDEX "sms_sends_borrower" ON "sms_sends" USING btree ("borrower_id","sent_at");--> statement-breakpoint
CREATE INDEX "sms_sends_time" ON "sms_sends" USING btree ("purpose","sent_at");--> statement-breakpoint
CREATE INDEX "sms_sends_age" ON "sms_sends" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "sms_sends_gateway" ON "sms_sends" USING btree ("gateway","gateway_message_id");--> statement-breakpoint
CREATE INDEX "contact_messages_state" ON "contact_messages" USING btree ("state","received_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_time" ON "contact_messages" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "contact_messages_telephone" ON "contact_messages" USING btree (right(regexp_replace("telephone", '[^0-9]', '', 'g'), 10));--> statement-breakpoint
CREATE INDEX "webhook_messages_received" ON "webhook_messages" USING btree ("received_at");
--> statement-breakpoint
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'ledger rows are never changed or removed' USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_immutable BEFORE UPDATE OR DELETE ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_kept BEFORE TRUNCATE ON ledger_transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER ledger_postings_immutable BEFORE UPDATE OR DELETE ON ledger_postings
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER ledger_postings_kept BEFORE TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE FUNCTION check_postings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  posted record;
  is_balanced boolean := true;
BEGIN
  -- Transaction by transaction, so that of tables in partitions only those of its borrower are looked into.
  FOR posted IN
    SELECT transaction_id, borrower_id, loan_id, currency,
      sum(sum(amount_minor)) OVER (PARTITION BY transaction_id, borrower_id) AS sum_minor
    FROM added GROUP BY transaction_id, borrower_id, loan_id, currency
  LOOP
    PERFORM FROM ledger_transactions WHERE id = posted.transaction_id AND borrower_id = posted.borrower_id
      AND loan_id = posted.loan_id AND currency = posted.currency;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'a posting has another currency or loan than its transaction' USING ERRCODE = 'check_violation';
    END IF;
    is_balanced := is_balanced AND posted.sum_minor = 0;
  END LOOP;
  IF NOT is_balanced THEN
    RAISE EXCEPTION 'the postings of a ledger transaction do not sum to zero' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_postings_balanced AFTER INSERT ON ledger_postings REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION check_postings();
--> statement-breakpoint
CREATE FUNCTION require_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ledger_postings WHERE transaction_id = NEW.id AND borrower_id = NEW.borrower_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a ledger transaction has no postings' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER ledger_transactions_posted AFTER INSERT ON ledger_transactions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_postings();
--> statement-breakpoint
-- Counts of the last minute: a crash may take them.
ALTER TABLE request_counts SET UNLOGGED;
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit entries are never changed or removed' USING ERRCODE = 'restrict_violation';
END;
$$;
--> statement-breakpoint
CREATE TRIGGER audit_entries_immutable BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE TRIGGER audit_entries_kept BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
--> statement-breakpoint
CREATE FUNCTION book_on_open_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  opens timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(86, ascii(NEW.currency));
  SELECT opens_at INTO opens FROM closed_books WHERE currency = NEW.currency;
  IF NEW.booked_at < opens THEN
    NEW.booked_at := opens;
  END IF;
  RETURN NEW;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER ledger_transactions_on_open_day BEFORE INSERT ON ledger_transactions
  FOR EACH ROW EXECUTE FUNCTION book_on_open_day();
--> statement-breakpoint
CREATE FUNCTION follow_oldest_due() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched record;
  oldest date;
BEGIN
  -- Loan by loan, so that of tables in partitions only those of its borrower are looked into.
  FOR touched IN SELECT DISTINCT loan_id, borrower_id FROM changed LOOP
    SELECT min(due_date) INTO oldest FROM instalments
    WHERE loan_id = touched.loan_id AND borrower_id = touched.borrower_id
      AND (penalty_charged_minor > penalty_paid_minor OR fee_charged_minor > fee_paid_minor OR vat_charged_minor > vat_paid_minor
        OR interest_charged_minor > interest_paid_minor OR principal_charged_minor > principal_paid_minor);
    UPDATE loans SET oldest_due_on = oldest
    WHERE id = touched.loan_id AND borrower_id = touched.borrower_id AND oldest_due_on IS DISTINCT FROM oldest;
  END LOOP;
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER instalments_added AFTER INSERT ON instalments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_oldest_due();
--> statement-breakpoint
CREATE TRIGGER instalments_changed AFTER UPDATE ON instalments REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION follow_oldest_due();
