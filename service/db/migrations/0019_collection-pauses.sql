ALTER TABLE "desk_batches" DROP CONSTRAINT "desk_batches_act_known";--> statement-breakpoint
ALTER TABLE "desk_notes" DROP CONSTRAINT "desk_notes_kind_known";--> statement-breakpoint
ALTER TABLE "settlement_lines" DROP CONSTRAINT "settlement_lines_decision_known";--> statement-breakpoint
DROP INDEX "desk_notes_promised";--> statement-breakpoint
ALTER TABLE "desk_notes" ADD COLUMN "paused_until" date;--> statement-breakpoint
CREATE INDEX "desk_notes_paused" ON "desk_notes" USING btree ("paused_until") WHERE "desk_notes"."paused_until" is not null;--> statement-breakpoint
CREATE INDEX "desk_notes_promised" ON "desk_notes" USING btree ("promise","promised_on","id") WHERE "desk_notes"."promise" is not null;--> statement-breakpoint
ALTER TABLE "desk_batches" ADD CONSTRAINT "desk_batches_act_known" CHECK ("desk_batches"."act" in ('assign', 'approve', 'decline', 'second', 'close-message', 'send-again', 'hand-over', 'pause', 'log-wrote', 'log-no-answer'));--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_pause_of_loan" CHECK ("desk_notes"."paused_until" is null or ("desk_notes"."kind" = 'pause' and "desk_notes"."loan_id" is not null));--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_kind_known" CHECK ("desk_notes"."kind" in ('note', 'they-called', 'we-called', 'we-wrote', 'we-visited', 'pause'));--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_decision_known" CHECK ("settlement_lines"."decision" in ('fee', 'unmatched', 'note', 'amount'));