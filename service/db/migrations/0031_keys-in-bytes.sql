-- The new indexes are taken as they are: a column that changes its collation alone is not written anew. What was dropped is made
-- again by the next migration.
ALTER TABLE "reference_requests" ALTER COLUMN "provider" TYPE text COLLATE "C";
--> statement-breakpoint
ALTER TABLE "settlement_files"
  DROP CONSTRAINT "settlement_files_once",
  ALTER COLUMN "source" TYPE text COLLATE "C",
  ALTER COLUMN "digest" TYPE text COLLATE "C",
  ADD CONSTRAINT "settlement_files_once" UNIQUE USING INDEX "settlement_files_once_bytes";
--> statement-breakpoint
DROP INDEX "settlement_lines_once";
--> statement-breakpoint
ALTER TABLE "settlement_lines"
  ALTER COLUMN "source" TYPE text COLLATE "C",
  ALTER COLUMN "kind" TYPE text COLLATE "C",
  ALTER COLUMN "identity" TYPE text COLLATE "C";
--> statement-breakpoint
ALTER INDEX "settlement_lines_once_bytes" RENAME TO "settlement_lines_once";
--> statement-breakpoint
ALTER TABLE "borrowers"
  DROP CONSTRAINT "borrowers_lender_borrower_id_unique",
  ALTER COLUMN "lender_borrower_id" TYPE text COLLATE "C",
  ADD CONSTRAINT "borrowers_lender_borrower_id_unique" UNIQUE USING INDEX "borrowers_lender_borrower_id_unique_bytes";
--> statement-breakpoint
ALTER TABLE "refunds"
  DROP CONSTRAINT "refunds_refund_key_unique",
  ALTER COLUMN "refund_key" TYPE text COLLATE "C",
  ADD CONSTRAINT "refunds_refund_key_unique" UNIQUE USING INDEX "refunds_refund_key_unique_bytes";
--> statement-breakpoint
ALTER TABLE "provider_outflows"
  DROP CONSTRAINT "provider_outflows_once",
  ALTER COLUMN "provider" TYPE text COLLATE "C",
  ALTER COLUMN "outflow_id" TYPE text COLLATE "C",
  ADD CONSTRAINT "provider_outflows_once" UNIQUE USING INDEX "provider_outflows_once_bytes";
--> statement-breakpoint
ALTER TABLE "webhook_messages"
  DROP CONSTRAINT "webhook_messages_provider_message_id_pk",
  ALTER COLUMN "provider" TYPE text COLLATE "C",
  ALTER COLUMN "message_id" TYPE text COLLATE "C",
  ADD CONSTRAINT "webhook_messages_provider_message_id_pk" PRIMARY KEY USING INDEX "webhook_messages_provider_message_id_pk_bytes";
--> statement-breakpoint
ALTER TABLE "host_message_paths"
  DROP CONSTRAINT "host_message_paths_pkey",
  ALTER COLUMN "message_id" TYPE text COLLATE "C",
  ADD CONSTRAINT "host_message_paths_pkey" PRIMARY KEY USING INDEX "host_message_paths_pkey_bytes";
--> statement-breakpoint
ALTER TABLE "host_messages"
  DROP CONSTRAINT "host_messages_pkey",
  ALTER COLUMN "message_id" TYPE text COLLATE "C",
  ADD CONSTRAINT "host_messages_pkey" PRIMARY KEY USING INDEX "host_messages_pkey_bytes";
--> statement-breakpoint
ALTER TABLE "payment_codes"
  DROP CONSTRAINT "payment_codes_pkey",
  DROP CONSTRAINT "payment_codes_provider",
  ALTER COLUMN "code" TYPE text COLLATE "C",
  ALTER COLUMN "provider" TYPE text COLLATE "C",
  ALTER COLUMN "provider_reference" TYPE text COLLATE "C",
  ADD CONSTRAINT "payment_codes_pkey" PRIMARY KEY USING INDEX "payment_codes_pkey_bytes",
  ADD CONSTRAINT "payment_codes_provider" UNIQUE USING INDEX "payment_codes_provider_bytes";
--> statement-breakpoint
ALTER TABLE "payment_references"
  DROP CONSTRAINT "payment_references_code",
  DROP CONSTRAINT "payment_references_provider",
  ALTER COLUMN "code" TYPE text COLLATE "C",
  ALTER COLUMN "provider" TYPE text COLLATE "C",
  ALTER COLUMN "provider_reference" TYPE text COLLATE "C";
--> statement-breakpoint
ALTER INDEX "payment_references_code_bytes" RENAME TO "payment_references_code";
--> statement-breakpoint
ALTER INDEX "payment_references_provider_bytes" RENAME TO "payment_references_provider";
--> statement-breakpoint
ALTER TABLE "cash_movements"
  DROP CONSTRAINT "cash_movements_idempotency_key_unique",
  ALTER COLUMN "idempotency_key" TYPE text COLLATE "C",
  ADD CONSTRAINT "cash_movements_idempotency_key_unique" UNIQUE USING INDEX "cash_movements_idempotency_key_unique_bytes";
--> statement-breakpoint
ALTER TABLE "ledger_transactions"
  DROP CONSTRAINT "ledger_transactions_once",
  ALTER COLUMN "idempotency_key" TYPE text COLLATE "C";
--> statement-breakpoint
ALTER INDEX "ledger_transactions_once_bytes" RENAME TO "ledger_transactions_once";
--> statement-breakpoint
DROP INDEX "provider_events_event";
--> statement-breakpoint
DROP INDEX "provider_events_unmatched_key";
--> statement-breakpoint
DROP INDEX "provider_events_tracking_key";
--> statement-breakpoint
ALTER TABLE "provider_events"
  DROP CONSTRAINT "provider_events_once",
  ALTER COLUMN "provider" TYPE text COLLATE "C",
  ALTER COLUMN "event_id" TYPE text COLLATE "C",
  ADD CONSTRAINT "provider_events_once" UNIQUE USING INDEX "provider_events_once_bytes";
--> statement-breakpoint
ALTER INDEX "provider_events_tracking_key_bytes" RENAME TO "provider_events_tracking_key";
--> statement-breakpoint
ALTER INDEX "provider_events_event_bytes" RENAME TO "provider_events_event";
