CREATE TABLE "settlement_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"digest" text NOT NULL,
	"currency" text NOT NULL,
	"from_day" date NOT NULL,
	"through_day" date NOT NULL,
	"line_count" integer NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"read_by" text NOT NULL,
	CONSTRAINT "settlement_files_once" UNIQUE("source","digest"),
	CONSTRAINT "settlement_files_source_known" CHECK ("settlement_files"."source" in ('stripe', 'razorpay', 'conekta', 'spei', 'bank-csv', 'bank-camt')),
	CONSTRAINT "settlement_files_currency_known" CHECK ("settlement_files"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
CREATE TABLE "settlement_lines" (
	"file_id" uuid NOT NULL,
	"line_number" integer NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"identity" text NOT NULL,
	"keys" text[] NOT NULL,
	"reference" text NOT NULL,
	"day" date NOT NULL,
	"amount_minor" bigint NOT NULL,
	"fee_minor" bigint NOT NULL,
	"payout" text,
	"state" text NOT NULL,
	"event_id" uuid,
	"decision" text,
	"reason" text,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"closed_at" timestamp with time zone,
	CONSTRAINT "settlement_lines_file_id_line_number_pk" PRIMARY KEY("file_id","line_number"),
	CONSTRAINT "settlement_lines_amount_range" CHECK ("settlement_lines"."amount_minor" between -9007199254740991 and 9007199254740991),
	CONSTRAINT "settlement_lines_fee_range" CHECK ("settlement_lines"."fee_minor" between -9007199254740991 and 9007199254740991),
	CONSTRAINT "settlement_lines_decided" CHECK (("settlement_lines"."decision" is null) = ("settlement_lines"."decided_at" is null) and ("settlement_lines"."decision" is null) = ("settlement_lines"."reason" is null)),
	CONSTRAINT "settlement_lines_kind_known" CHECK ("settlement_lines"."kind" in ('payment', 'taken-back', 'fee', 'payout', 'other')),
	CONSTRAINT "settlement_lines_state_known" CHECK ("settlement_lines"."state" in ('matched', 'different', 'missing-here', 'fee', 'payout', 'repeated')),
	CONSTRAINT "settlement_lines_decision_known" CHECK ("settlement_lines"."decision" in ('fee', 'unmatched', 'note'))
);
--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_file_id_settlement_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."settlement_files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD CONSTRAINT "settlement_lines_event_id_provider_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."provider_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "settlement_files_read" ON "settlement_files" USING btree ("read_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "settlement_lines_once" ON "settlement_lines" USING btree ("source","kind","identity") WHERE "settlement_lines"."state" <> 'repeated';--> statement-breakpoint
CREATE INDEX "settlement_lines_event" ON "settlement_lines" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "settlement_lines_payout" ON "settlement_lines" USING btree ("payout") WHERE "settlement_lines"."payout" is not null;