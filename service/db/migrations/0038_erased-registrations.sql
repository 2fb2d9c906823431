ALTER TABLE "erasures" ALTER COLUMN "borrower_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "registration_id" uuid;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_of_one" CHECK (("erasures"."borrower_id" is null) <> ("erasures"."registration_id" is null));