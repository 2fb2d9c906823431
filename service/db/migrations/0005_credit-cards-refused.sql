ALTER TABLE "card_payments" DROP CONSTRAINT "card_payments_state_known";--> statement-breakpoint
ALTER TABLE "card_savings" DROP CONSTRAINT "card_savings_state_known";--> statement-breakpoint
ALTER TABLE "card_payments" ADD CONSTRAINT "card_payments_state_known" CHECK ("state" in ('awaiting-code', 'pending', 'succeeded', 'declined', 'credit-refused', 'cancelled'));--> statement-breakpoint
ALTER TABLE "card_savings" ADD CONSTRAINT "card_savings_state_known" CHECK ("state" in ('open', 'saved', 'given-up', 'credit-refused'));