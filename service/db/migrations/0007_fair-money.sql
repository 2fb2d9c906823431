ALTER TABLE "ledger_transactions" DROP CONSTRAINT "ledger_transactions_kind_known";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "early_repayment" text DEFAULT 'days-used' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "early_repayment_fee" text DEFAULT 'kept' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "penalty_max_of_payment_ppm" integer DEFAULT 1000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "penalty_max_of_loan_ppm" integer DEFAULT 1000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind_known" CHECK ("kind" in ('disbursal', 'accrual', 'late-fee', 'extension-fee', 'payment', 'reallocation', 'waiver', 'charge-correction', 'cooling-off-exit', 'early-settlement', 'new-plan', 'refund', 'refund-recall', 'write-off', 'recovery', 'sale'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_penalty_max_of_payment_range" CHECK ("products"."penalty_max_of_payment_ppm" between 0 and 1000000);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_penalty_max_of_loan_range" CHECK ("products"."penalty_max_of_loan_ppm" between 0 and 1000000);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_early_repayment_known" CHECK ("products"."early_repayment" in ('days-used', 'whole-plan'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_early_repayment_fee_known" CHECK ("products"."early_repayment_fee" in ('kept', 'days-used'));