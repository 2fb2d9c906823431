ALTER TABLE "products" ADD COLUMN "reminder_days" integer[];--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "reminder_from_hour" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "reminder_until_hour" integer;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_reminder_days_range" CHECK (-30 <= all("products"."reminder_days") and 30 >= all("products"."reminder_days") and cardinality("products"."reminder_days") > 0);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_reminder_from_hour_range" CHECK ("products"."reminder_from_hour" between 0 and 24);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_reminder_until_hour_range" CHECK ("products"."reminder_until_hour" between 0 and 24);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_reminder_hours_in_order" CHECK (("products"."reminder_from_hour" is null) = ("products"."reminder_until_hour" is null)
        and "products"."reminder_from_hour" < "products"."reminder_until_hour");