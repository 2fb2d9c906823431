CREATE TABLE "provider_outflows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"outflow_id" text NOT NULL,
	"payment_provider" text NOT NULL,
	"payment_id" text NOT NULL,
	"cause" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"reason" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"doubt" text,
	"event_id" uuid,
	CONSTRAINT "provider_outflows_once" UNIQUE("provider","outflow_id"),
	CONSTRAINT "provider_outflows_amount_range" CHECK ("provider_outflows"."amount_minor" between 0 and 9007199254740991),
	CONSTRAINT "provider_outflows_amount_present" CHECK ("provider_outflows"."amount_minor" > 0),
	CONSTRAINT "provider_outflows_doubt" CHECK (("provider_outflows"."state" = 'waiting') = ("provider_outflows"."doubt" is not null)),
	CONSTRAINT "provider_outflows_cause_known" CHECK ("provider_outflows"."cause" in ('refund', 'dispute', 'reversal')),
	CONSTRAINT "provider_outflows_state_known" CHECK ("provider_outflows"."state" in ('waiting', 'booked', 'came-back', 'closed')),
	CONSTRAINT "provider_outflows_currency_known" CHECK ("provider_outflows"."currency" in ('MXN', 'INR'))
);
--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "earliest_paid_on" date;--> statement-breakpoint
ALTER TABLE "provider_outflows" ADD CONSTRAINT "provider_outflows_event_id_provider_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."provider_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_outflows_payment" ON "provider_outflows" USING btree ("payment_provider","payment_id");--> statement-breakpoint
CREATE INDEX "provider_outflows_event" ON "provider_outflows" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "provider_outflows_waiting" ON "provider_outflows" USING btree ("received_at","id") WHERE "provider_outflows"."state" = 'waiting';