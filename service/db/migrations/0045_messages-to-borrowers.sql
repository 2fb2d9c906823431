ALTER TABLE "desk_notes" DROP CONSTRAINT "desk_notes_kind_known";--> statement-breakpoint
ALTER TABLE "sms_sends" DROP CONSTRAINT "sms_sends_purpose_known";--> statement-breakpoint
ALTER TABLE "desk_notes" ADD COLUMN "send_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD COLUMN "message" jsonb;--> statement-breakpoint
CREATE INDEX "desk_notes_to_send" ON "desk_notes" USING btree ("send_at") WHERE "desk_notes"."kind" = 'to-send';--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_message_whole" CHECK (("desk_notes"."send_at" is null) = ("desk_notes"."message" is null) and ("desk_notes"."send_at" is null or "desk_notes"."loan_id" is not null)
        and ("desk_notes"."send_at" is not null or "desk_notes"."kind" not in ('to-send', 'not-sent')));--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_kind_known" CHECK ("desk_notes"."kind" in ('note', 'they-called', 'we-called', 'we-wrote', 'we-visited', 'pause', 'to-send', 'not-sent'));--> statement-breakpoint
ALTER TABLE "sms_sends" ADD CONSTRAINT "sms_sends_purpose_known" CHECK ("sms_sends"."purpose" in ('card-payment', 'registration', 'reminder', 'loan-message'));