CREATE TABLE "desk_batch_rows" (
	"batch_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"matter_id" uuid NOT NULL,
	"name" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"seen" text NOT NULL,
	"outcome" text NOT NULL,
	"why" text,
	"done_at" timestamp with time zone,
	CONSTRAINT "desk_batch_rows_batch_id_position_pk" PRIMARY KEY("batch_id","position"),
	CONSTRAINT "desk_batch_rows_once" UNIQUE("batch_id","kind","matter_id"),
	CONSTRAINT "desk_batch_rows_outcome_known" CHECK ("desk_batch_rows"."outcome" in ('ready', 'cannot', 'done', 'dropped')),
	CONSTRAINT "desk_batch_rows_done" CHECK (("desk_batch_rows"."outcome" = 'done') = ("desk_batch_rows"."done_at" is not null)),
	CONSTRAINT "desk_batch_rows_amount_range" CHECK ("desk_batch_rows"."amount_minor" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "desk_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"act" text NOT NULL,
	"reason" text NOT NULL,
	"person_id" uuid NOT NULL,
	"previewed_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"to_person_id" uuid,
	"currency" text,
	"sum_minor" bigint NOT NULL,
	CONSTRAINT "desk_batches_act_known" CHECK ("desk_batches"."act" in ('assign', 'approve', 'decline', 'second', 'close-message', 'send-again')),
	CONSTRAINT "desk_batches_sum_range" CHECK ("desk_batches"."sum_minor" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "desk_matter_holders" (
	"kind" text NOT NULL,
	"matter_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"handed_at" timestamp with time zone NOT NULL,
	"named_at" timestamp with time zone,
	CONSTRAINT "desk_matter_holders_kind_matter_id_pk" PRIMARY KEY("kind","matter_id"),
	CONSTRAINT "desk_matter_holders_kind_known" CHECK ("desk_matter_holders"."kind" in ('complaint', 'payment-claim', 'charge-dispute', 'message', 'unmatched', 'outflow', 'refund', 'approval', 'application', 'event', 'collection'))
);
--> statement-breakpoint
CREATE TABLE "desk_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	CONSTRAINT "desk_views_name" UNIQUE("person_id","name")
);
--> statement-breakpoint
INSERT INTO "desk_matter_holders" ("kind", "matter_id", "person_id", "handed_at")
  SELECT 'complaint', "complaint_id", "person_id", "handed_at" FROM "desk_complaint_holders";--> statement-breakpoint
DROP TABLE "desk_complaint_holders";--> statement-breakpoint
ALTER TABLE "desk_notes" DROP CONSTRAINT "desk_notes_kind_known";--> statement-breakpoint
DROP INDEX "desk_approvals_waiting";--> statement-breakpoint
ALTER TABLE "desk_notes" ADD COLUMN "loan_id" uuid;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD COLUMN "result" text;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD COLUMN "promised_on" date;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD COLUMN "promised_minor" bigint;--> statement-breakpoint
ALTER TABLE "desk_notes" ADD COLUMN "promise" text;--> statement-breakpoint
ALTER TABLE "desk_batch_rows" ADD CONSTRAINT "desk_batch_rows_batch_id_desk_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."desk_batches"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_batches" ADD CONSTRAINT "desk_batches_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_batches" ADD CONSTRAINT "desk_batches_to_person_id_desk_people_id_fk" FOREIGN KEY ("to_person_id") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_matter_holders" ADD CONSTRAINT "desk_matter_holders_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "desk_views" ADD CONSTRAINT "desk_views_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_batches_unsent" ON "desk_batches" USING btree ("previewed_at") WHERE "desk_batches"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "desk_matter_holders_person" ON "desk_matter_holders" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "desk_matter_holders_age" ON "desk_matter_holders" USING btree ("handed_at");--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complaints_time" ON "complaints" USING btree ("state","filed_at","id");--> statement-breakpoint
CREATE INDEX "desk_approvals_state" ON "desk_approvals" USING btree ("state","asked_at","id");--> statement-breakpoint
CREATE INDEX "desk_notes_loan" ON "desk_notes" USING btree ("loan_id","written_at") WHERE "desk_notes"."loan_id" is not null;--> statement-breakpoint
CREATE INDEX "desk_notes_promised" ON "desk_notes" USING btree ("promised_on","id") WHERE "desk_notes"."promise" = 'open';--> statement-breakpoint
CREATE INDEX "outbox_events_dead_time" ON "outbox_events" USING btree ("occurred_at","id") WHERE "outbox_events"."state" = 'dead';--> statement-breakpoint
CREATE INDEX "loans_applied" ON "loans" USING btree ("applied_at","id") WHERE "loans"."status" = 'under-review';--> statement-breakpoint
CREATE INDEX "provider_events_waiting_amount" ON "provider_events" USING btree ("amount_minor","received_at") WHERE "provider_events"."outcome" = 'unmatched';--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_result_known" CHECK ("desk_notes"."result" in ('reached', 'no-answer', 'another-person', 'promised', 'refused'));--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_promise_known" CHECK ("desk_notes"."promise" in ('open', 'kept', 'broken'));--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_promise_whole" CHECK (("desk_notes"."promise" is null) = ("desk_notes"."promised_on" is null) and ("desk_notes"."promise" is null) = ("desk_notes"."promised_minor" is null)
        and ("desk_notes"."promise" is null or "desk_notes"."loan_id" is not null));--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_promised_range" CHECK ("desk_notes"."promised_minor" between 0 and 9007199254740991);--> statement-breakpoint
ALTER TABLE "desk_notes" ADD CONSTRAINT "desk_notes_kind_known" CHECK ("desk_notes"."kind" in ('note', 'they-called', 'we-called', 'we-wrote', 'we-visited'));