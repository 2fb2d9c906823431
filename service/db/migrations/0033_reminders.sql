ALTER TABLE "sms_sends" DROP CONSTRAINT "sms_sends_purpose_known";--> statement-breakpoint
ALTER TABLE "sms_sends" ADD COLUMN "reminder_key" text collate "C";--> statement-breakpoint
ALTER TABLE "sms_sends" ADD CONSTRAINT "sms_sends_reminder_key_unique" UNIQUE("reminder_key");--> statement-breakpoint
ALTER TABLE "sms_sends" ADD CONSTRAINT "sms_sends_purpose_known" CHECK ("sms_sends"."purpose" in ('card-payment', 'registration', 'reminder'));