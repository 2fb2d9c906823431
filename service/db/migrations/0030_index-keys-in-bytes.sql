-- apart
-- doubles: settlement_files(source, digest) by id
-- doubles: settlement_lines(source, kind, identity) by file_id, line_number where state <> 'repeated'
-- doubles: borrowers(lender_borrower_id) by id
-- doubles: refunds(refund_key) by id
-- doubles: provider_outflows(provider, outflow_id) by id
-- doubles: webhook_messages(provider, message_id) by provider, message_id
-- doubles: host_message_paths(message_id) by message_id
-- doubles: host_messages(message_id) by message_id
-- doubles: payment_codes(code) by reference_id
-- doubles: payment_codes(provider, provider_reference) by reference_id
-- doubles: payment_references(code, borrower_id) by id
-- doubles: payment_references(provider, provider_reference, borrower_id) by id
-- doubles: cash_movements(idempotency_key) by id
-- doubles: ledger_transactions(idempotency_key, borrower_id) by id
-- doubles: provider_events(provider, event_id) by id
-- doubles: provider_events(currency, regexp_replace(upper(tracking_key), '[^0-9A-Z]', '', 'g')) by id
CREATE UNIQUE INDEX CONCURRENTLY "settlement_files_once_bytes" ON "settlement_files" ("source" collate "C", "digest" collate "C");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "settlement_lines_once_bytes" ON "settlement_lines" ("source" collate "C", "kind" collate "C", "identity" collate "C") WHERE "state" <> 'repeated';
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "borrowers_lender_borrower_id_unique_bytes" ON "borrowers" ("lender_borrower_id" collate "C");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "refunds_refund_key_unique_bytes" ON "refunds" ("refund_key" collate "C");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "provider_outflows_once_bytes" ON "provider_outflows" ("provider" collate "C", "outflow_id" collate "C");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "webhook_messages_provider_message_id_pk_bytes" ON "webhook_messages" ("provider" collate "C", "message_id" collate "C");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "host_message_paths_pkey_bytes" ON "host_message_paths" ("message_id" collate "C");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "host_messages_pkey_bytes" ON "host_messages" ("message_id" collate "C");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "payment_codes_pkey_bytes" ON "payment_codes" ("code" collate "C");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "payment_codes_provider_bytes" ON "payment_codes" ("provider" collate "C", "provider_reference" collate "C");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "payment_references_code_bytes" ON "payment_references" ("code" collate "C", "borrower_id");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "payment_references_provider_bytes" ON "payment_references" ("provider" collate "C", "provider_reference" collate "C", "borrower_id");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "cash_movements_idempotency_key_unique_bytes" ON "cash_movements" ("idempotency_key" collate "C");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "ledger_transactions_once_bytes" ON "ledger_transactions" ("idempotency_key" collate "C", "borrower_id");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "provider_events_once_bytes" ON "provider_events" ("provider" collate "C", "event_id" collate "C");
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "provider_events_tracking_key_bytes" ON "provider_events" ("currency", (regexp_replace(upper("tracking_key"), '[^0-9A-Z]', '', 'g') collate "C"));
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "provider_events_event_bytes" ON "provider_events" ("event_id" collate "C");
