ALTER TABLE "provider_outflows" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_outflows" ADD COLUMN "booked_minor" bigint;--> statement-breakpoint
ALTER TABLE "provider_outflows" ADD CONSTRAINT "provider_outflows_booked_range" CHECK ("provider_outflows"."booked_minor" between 0 and 9007199254740991);