CREATE TABLE "terms_editions" (
	"hash" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "terms_editions_language_known" CHECK ("terms_editions"."language" in ('es', 'en'))
);
--> statement-breakpoint
ALTER TABLE "loan_agreements_accepted" ADD COLUMN "terms_hash" text;