ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind_known";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "prepayment" text DEFAULT 'next-payments' NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind_known" CHECK ("kind" in ('disbursal', 'accrual', 'late-fee', 'extension-fee', 'payment', 'reallocation', 'waiver', 'charge-correction', 'cooling-off-exit', 'early-settlement', 'prepayment', 'new-plan', 'refund', 'refund-recall', 'write-off', 'recovery', 'sale', 'earning')) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_prepayment_known" CHECK ("products"."prepayment" in ('next-payments', 'shortens', 'lowers'));
