CREATE TABLE "cash_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"currency" text NOT NULL,
	"debit_account" text NOT NULL,
	"credit_account" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"occurred_at" timestamp with time zone NOT NULL,
	"booked_at" timestamp with time zone NOT NULL,
	"idempotency_key" text NOT NULL,
	"event_id" uuid,
	"reason" text,
	"actor" text,
	CONSTRAINT "cash_movements_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "cash_movements_amount_range" CHECK ("cash_movements"."amount_minor" between 1 and 9007199254740991),
	CONSTRAINT "cash_movements_two_accounts" CHECK ("cash_movements"."debit_account" <> "cash_movements"."credit_account"),
	CONSTRAINT "cash_movements_debit_known" CHECK (split_part("cash_movements"."debit_account", ':', 1) in ('receivable', 'cash', 'unearned-interest', 'unearned-fee', 'suspended-income', 'interest-income', 'fee-income', 'penalty-income', 'vat-payable', 'suspense', 'refund-payable', 'waiver-expense', 'write-off-expense', 'recovery-income', 'derecognised-receivable', 'sale-loss', 'clearing', 'unmatched', 'provider-fee')),
	CONSTRAINT "cash_movements_credit_known" CHECK (split_part("cash_movements"."credit_account", ':', 1) in ('receivable', 'cash', 'unearned-interest', 'unearned-fee', 'suspended-income', 'interest-income', 'fee-income', 'penalty-income', 'vat-payable', 'suspense', 'refund-payable', 'waiver-expense', 'write-off-expense', 'recovery-income', 'derecognised-receivable', 'sale-loss', 'clearing', 'unmatched', 'provider-fee')),
	CONSTRAINT "cash_movements_kind_known" CHECK ("cash_movements"."kind" in ('receipt', 'assignment', 'return', 'return-sent', 'return-failed', 'provider-reversal', 'clearing-transfer', 'settlement', 'provider-fee')),
	CONSTRAINT "cash_movements_currency_known" CHECK ("cash_movements"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
ALTER TABLE "ledger_day_sums" DROP CONSTRAINT "ledger_day_sums_account_known";--> statement-breakpoint
ALTER TABLE "ledger_postings" DROP CONSTRAINT "ledger_postings_account_known";--> statement-breakpoint
CREATE INDEX "cash_movements_booked" ON "cash_movements" USING btree ("currency","booked_at","id");--> statement-breakpoint
CREATE INDEX "cash_movements_event" ON "cash_movements" USING btree ("event_id");--> statement-breakpoint
ALTER TABLE "ledger_day_sums" ADD CONSTRAINT "ledger_day_sums_account_known" CHECK (split_part("account", ':', 1) in ('receivable', 'cash', 'unearned-interest', 'unearned-fee', 'suspended-income', 'interest-income', 'fee-income', 'penalty-income', 'vat-payable', 'suspense', 'refund-payable', 'waiver-expense', 'write-off-expense', 'recovery-income', 'derecognised-receivable', 'sale-loss', 'clearing', 'unmatched', 'provider-fee')) NOT VALID;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account_known" CHECK (split_part("account", ':', 1) in ('receivable', 'cash', 'unearned-interest', 'unearned-fee', 'suspended-income', 'interest-income', 'fee-income', 'penalty-income', 'vat-payable', 'suspense', 'refund-payable', 'waiver-expense', 'write-off-expense', 'recovery-income', 'derecognised-receivable', 'sale-loss', 'clearing', 'unmatched', 'provider-fee')) NOT VALID;--> statement-breakpoint
CREATE TRIGGER cash_movements_immutable BEFORE UPDATE OR DELETE ON cash_movements
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER cash_movements_kept BEFORE TRUNCATE ON cash_movements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_ledger_change();
--> statement-breakpoint
CREATE TRIGGER cash_movements_on_open_day BEFORE INSERT ON cash_movements
  FOR EACH ROW EXECUTE FUNCTION book_on_open_day();
--> statement-breakpoint
-- Opens the accounts with the money that waits for a loan, or to be sent back.
INSERT INTO cash_movements (id, kind, currency, debit_account, credit_account, amount_minor, occurred_at, booked_at, idempotency_key, event_id)
  SELECT gen_random_uuid(), 'receipt', event.currency, 'clearing:' || event.provider, 'unmatched', event.amount_minor, event.paid_at, now(),
    'receipt:' || event.id, event.id
  FROM provider_events AS event WHERE event.amount_minor > 0 AND (event.outcome = 'unmatched' OR event.loan_id IS NULL
    AND EXISTS (SELECT FROM refunds WHERE refunds.event_id = event.id AND refunds.state = 'requested'));
--> statement-breakpoint
INSERT INTO cash_movements (id, kind, currency, debit_account, credit_account, amount_minor, occurred_at, booked_at, idempotency_key, event_id)
  SELECT gen_random_uuid(), 'return', refund.currency, 'unmatched', 'refund-payable', refund.amount_minor, refund.requested_at, now(),
    'return:' || refund.id, refund.event_id
  FROM refunds AS refund JOIN provider_events AS event ON event.id = refund.event_id
  WHERE refund.state = 'requested' AND event.loan_id IS NULL;
