CREATE TABLE "retention_runs" (
	"market" text PRIMARY KEY NOT NULL,
	"years" jsonb NOT NULL,
	"after_at" timestamp with time zone,
	"after_id" uuid,
	"borrower_count" integer NOT NULL,
	"registration_count" integer NOT NULL,
	"oldest_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"approved_by" text,
	CONSTRAINT "retention_runs_market_known" CHECK ("retention_runs"."market" in ('MX', 'IN')),
	CONSTRAINT "retention_runs_approved_whole" CHECK (("retention_runs"."approved_at" is null) = ("retention_runs"."approved_by" is null))
);
--> statement-breakpoint
ALTER TABLE "erasure_requests" DROP CONSTRAINT "erasure_requests_obstacle_known";--> statement-breakpoint
ALTER TABLE "borrower_block_changes" ADD COLUMN "kind" text DEFAULT 'block' NOT NULL;--> statement-breakpoint
ALTER TABLE "borrowers" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "borrowers" ADD COLUMN "held_by" text;--> statement-breakpoint
ALTER TABLE "borrowers" ADD COLUMN "hold_reason" text;--> statement-breakpoint
CREATE INDEX "borrowers_retention" ON "borrowers" USING btree ("market","created_at","id") WHERE "borrowers"."erased_at" is null;--> statement-breakpoint
ALTER TABLE "borrower_block_changes" ADD CONSTRAINT "borrower_block_changes_kind_known" CHECK ("borrower_block_changes"."kind" in ('block', 'hold'));--> statement-breakpoint
ALTER TABLE "borrowers" ADD CONSTRAINT "borrowers_held_whole" CHECK (("borrowers"."held_at" is null) = ("borrowers"."hold_reason" is null)
        and ("borrowers"."held_at" is null) = ("borrowers"."held_by" is null));--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_obstacle_known" CHECK ("erasure_requests"."waits_for" in ('loan', 'complaint', 'hold', 'day'));