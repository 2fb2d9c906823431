ALTER TABLE "loan_agreements_accepted" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "loan_agreements_accepted" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "loan_agreements_accepted" ADD CONSTRAINT "loan_agreements_accepted_language_known" CHECK ("loan_agreements_accepted"."language" in ('es', 'en'));