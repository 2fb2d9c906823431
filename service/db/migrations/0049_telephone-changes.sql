ALTER TABLE "borrower_changes" DROP CONSTRAINT "borrower_changes_kind_known";--> statement-breakpoint
ALTER TABLE "borrower_changes" DROP CONSTRAINT "borrower_changes_state_known";--> statement-breakpoint
ALTER TABLE "sms_codes" DROP CONSTRAINT "sms_codes_purpose_known";--> statement-breakpoint
ALTER TABLE "sms_sends" DROP CONSTRAINT "sms_sends_purpose_known";--> statement-breakpoint
ALTER TABLE "borrower_changes" ADD COLUMN "objection_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "borrower_changes" ADD COLUMN "objected_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "borrower_changes_told" ON "borrower_changes" USING btree ("objection_ends_at") WHERE "borrower_changes"."state" = 'told';--> statement-breakpoint
ALTER TABLE "borrower_changes" ADD CONSTRAINT "borrower_changes_kind_known" CHECK ("borrower_changes"."kind" in ('name', 'address', 'phone'));--> statement-breakpoint
ALTER TABLE "borrower_changes" ADD CONSTRAINT "borrower_changes_state_known" CHECK ("borrower_changes"."state" in ('unconfirmed', 'waiting', 'told', 'objected', 'done', 'dropped'));--> statement-breakpoint
ALTER TABLE "sms_codes" ADD CONSTRAINT "sms_codes_purpose_known" CHECK ("sms_codes"."purpose" in ('card-payment', 'registration', 'phone-code'));--> statement-breakpoint
ALTER TABLE "sms_sends" ADD CONSTRAINT "sms_sends_purpose_known" CHECK ("sms_sends"."purpose" in ('card-payment', 'registration', 'phone-code', 'reminder', 'loan-message', 'phone-notice'));