ALTER TABLE "quotes" ADD COLUMN "terms_version" text;--> statement-breakpoint
ALTER TABLE "registration_sessions" ADD COLUMN "terms_hash" text;--> statement-breakpoint
ALTER TABLE "registration_sessions" ADD COLUMN "privacy_notice_hash" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "terms_hash" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "privacy_notice_hash" text;