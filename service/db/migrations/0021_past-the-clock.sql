CREATE TABLE "desk_escalations" (
	"kind" text NOT NULL,
	"matter_id" uuid NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	CONSTRAINT "desk_escalations_kind_matter_id_pk" PRIMARY KEY("kind","matter_id"),
	CONSTRAINT "desk_escalations_kind_known" CHECK ("desk_escalations"."kind" in ('complaint', 'payment-claim', 'charge-dispute', 'message', 'unmatched', 'outflow', 'refund', 'payout', 'approval', 'application', 'event'))
);
--> statement-breakpoint
ALTER TABLE "desk_batches" DROP CONSTRAINT "desk_batches_act_known";--> statement-breakpoint
ALTER TABLE "desk_approvals" ADD COLUMN "decision_reason" text;--> statement-breakpoint
ALTER TABLE "desk_batch_rows" ADD COLUMN "fields" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "desk_escalations_age" ON "desk_escalations" USING btree ("told_at");--> statement-breakpoint
ALTER TABLE "desk_batches" ADD CONSTRAINT "desk_batches_act_known" CHECK ("desk_batches"."act" in ('assign', 'approve', 'decline', 'match', 'second', 'close-message', 'send-again', 'hand-over', 'pause', 'log-wrote', 'log-no-answer'));