CREATE TABLE "channel_templates" (
	"template_id" text PRIMARY KEY NOT NULL,
	"language" text,
	"market" text,
	"color" text,
	"heading" text DEFAULT '' NOT NULL,
	"line" text DEFAULT '' NOT NULL,
	CONSTRAINT "channel_templates_language_known" CHECK ("channel_templates"."language" in ('zh', 'es', 'en')),
	CONSTRAINT "channel_templates_market_known" CHECK ("channel_templates"."market" in ('MX', 'IN')),
	CONSTRAINT "channel_templates_color_form" CHECK ("channel_templates"."color" ~ '^#[0-9a-fA-F]{6}$'),
	CONSTRAINT "channel_templates_id_length" CHECK (length("channel_templates"."template_id") between 1 and 64)
);
--> statement-breakpoint
CREATE TABLE "promotion_clicks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page_id" text NOT NULL,
	"client_type" text NOT NULL,
	"app_from" text NOT NULL,
	"user_from" text NOT NULL,
	"utm_tag" text NOT NULL,
	"phone_hash" text NOT NULL,
	"clicked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promotion_clicks_client_type_known" CHECK ("promotion_clicks"."client_type" in ('ios', 'android'))
);
--> statement-breakpoint
CREATE TABLE "promotion_visits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page_id" text NOT NULL,
	"client_type" text NOT NULL,
	"app_from" text NOT NULL,
	"user_from" text NOT NULL,
	"utm_tag" text NOT NULL,
	"visited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "promotion_visits_client_type_known" CHECK ("promotion_visits"."client_type" in ('ios', 'android'))
);
--> statement-breakpoint
CREATE TABLE "registration_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sid_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"captcha_hash" text,
	"captcha_issued_at" timestamp with time zone,
	"captcha_guess_count" integer DEFAULT 0 NOT NULL,
	"captcha_used_at" timestamp with time zone,
	"captcha_count" integer DEFAULT 0 NOT NULL,
	"passed_captcha_hash" text,
	"completion_hash" text,
	"outcome" text,
	CONSTRAINT "registration_sessions_sid_hash_unique" UNIQUE("sid_hash"),
	CONSTRAINT "registration_sessions_guess_count_range" CHECK ("registration_sessions"."captcha_guess_count" between 0 and 3),
	CONSTRAINT "registration_sessions_completed_whole" CHECK (("registration_sessions"."completion_hash" is null) = ("registration_sessions"."outcome" is null)),
	CONSTRAINT "registration_sessions_outcome_known" CHECK ("registration_sessions"."outcome" in ('registered', 'already-registered'))
);
--> statement-breakpoint
CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mobile_phone" text NOT NULL,
	"template_id" text NOT NULL,
	"session_id" uuid NOT NULL,
	"app_name" text NOT NULL,
	"merchant_number" text NOT NULL,
	"invite_code" text NOT NULL,
	"app_from" text NOT NULL,
	"user_from" text NOT NULL,
	"utm_tag" text NOT NULL,
	"registered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "registrations_mobile_phone_unique" UNIQUE("mobile_phone"),
	CONSTRAINT "registrations_mobile_phone_form" CHECK ("registrations"."mobile_phone" ~ '^\+[1-9][0-9]{7,14}$')
);
--> statement-breakpoint
CREATE INDEX "promotion_clicks_page" ON "promotion_clicks" USING btree ("page_id","clicked_at");--> statement-breakpoint
CREATE INDEX "promotion_visits_page" ON "promotion_visits" USING btree ("page_id","visited_at");--> statement-breakpoint
CREATE INDEX "registration_sessions_expiry" ON "registration_sessions" USING btree ("expires_at");