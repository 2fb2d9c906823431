CREATE TABLE "settlement_closings" (
	"file_id" uuid NOT NULL,
	"day" date NOT NULL,
	"closed_count" integer NOT NULL,
	"figures" jsonb NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"closed_by" text NOT NULL,
	CONSTRAINT "settlement_closings_file_id_day_closed_count_pk" PRIMARY KEY("file_id","day","closed_count")
);
--> statement-breakpoint
ALTER TABLE "desk_batch_rows" ADD COLUMN "effect" jsonb;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "put_by" text;--> statement-breakpoint
ALTER TABLE "settlement_closings" ADD CONSTRAINT "settlement_closings_file_id_settlement_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."settlement_files"("id") ON DELETE no action ON UPDATE no action;