CREATE TABLE "production_starts" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	CONSTRAINT "production_starts_one_row" CHECK ("production_starts"."id" = 1)
);
