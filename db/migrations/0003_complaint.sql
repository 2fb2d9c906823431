CREATE SEQUENCE "public"."complaint_serial_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 101 CACHE 1;--> statement-breakpoint
CREATE TABLE "complaint_images" (
	"name" text PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"sent_by" text NOT NULL,
	"complaint_id" uuid,
	"position" integer,
	"uploaded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "complaint_images_sender_known" CHECK ("complaint_images"."sent_by" in ('borrower', 'host'))
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"serial_number" bigint NOT NULL,
	"folio" text NOT NULL,
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid,
	"type_id" text NOT NULL,
	"subtype_id" text,
	"content" text NOT NULL,
	"state" text NOT NULL,
	"submission_hash" text NOT NULL,
	"filed_at" timestamp with time zone NOT NULL,
	"reviewed_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"reply" text,
	"score" integer,
	"rated_at" timestamp with time zone,
	CONSTRAINT "complaints_serial_number_unique" UNIQUE("serial_number"),
	CONSTRAINT "complaints_folio_unique" UNIQUE("folio"),
	CONSTRAINT "complaints_type_known" CHECK ("complaints"."type_id" in ('1', '2', '3', '4', '5', '9')),
	CONSTRAINT "complaints_subtype_known" CHECK ("complaints"."subtype_id" in ('11', '12', '13', '14', '19')),
	CONSTRAINT "complaints_state_known" CHECK ("complaints"."state" in ('received', 'in-review', 'answered', 'closed')),
	CONSTRAINT "complaints_score_range" CHECK ("complaints"."score" between 1 and 5),
	CONSTRAINT "complaints_answered_with_reply" CHECK (("complaints"."reply" is null) = ("complaints"."answered_at" is null))
);
--> statement-breakpoint
ALTER TABLE "complaint_images" ADD CONSTRAINT "complaint_images_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaint_images" ADD CONSTRAINT "complaint_images_complaint_id_complaints_id_fk" FOREIGN KEY ("complaint_id") REFERENCES "public"."complaints"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complaint_images_complaint" ON "complaint_images" USING btree ("complaint_id");--> statement-breakpoint
CREATE INDEX "complaint_images_orphans" ON "complaint_images" USING btree ("uploaded_at") WHERE "complaint_images"."complaint_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "complaints_one_of_a_kind" ON "complaints" USING btree ("borrower_id","submission_hash") WHERE "complaints"."state" in ('received', 'in-review');--> statement-breakpoint
CREATE INDEX "complaints_open" ON "complaints" USING btree ("borrower_id","serial_number") WHERE "complaints"."state" in ('received', 'in-review');--> statement-breakpoint
CREATE INDEX "complaints_handled" ON "complaints" USING btree ("borrower_id","serial_number") WHERE "complaints"."state" in ('answered', 'closed');--> statement-breakpoint
CREATE INDEX "complaints_state" ON "complaints" USING btree ("state","serial_number");