CREATE SEQUENCE "public"."proposal_serial_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 100001 CACHE 1;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "proposal_number" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "proposal_business_days" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_proposal_number" UNIQUE("proposal_number","borrower_id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_proposal_business_days_range" CHECK ("products"."proposal_business_days" between 1 and 30);