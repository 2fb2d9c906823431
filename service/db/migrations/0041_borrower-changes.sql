CREATE TABLE "borrower_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"value_before" text,
	"proof_kind" text,
	"proof_reference" text,
	"state" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"requested_by" text NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" text,
	CONSTRAINT "borrower_changes_kind_known" CHECK ("borrower_changes"."kind" in ('name', 'address')),
	CONSTRAINT "borrower_changes_proof_known" CHECK ("borrower_changes"."proof_kind" in ('identity-document', 'civil-record', 'proof-of-address', 'in-person')),
	CONSTRAINT "borrower_changes_state_known" CHECK ("borrower_changes"."state" in ('waiting', 'done', 'dropped')),
	CONSTRAINT "borrower_changes_done_whole" CHECK (("borrower_changes"."state" = 'done') = ("borrower_changes"."done_at" is not null) and ("borrower_changes"."done_at" is null) = ("borrower_changes"."done_by" is null)
        and ("borrower_changes"."done_at" is null) = ("borrower_changes"."value_before" is null))
);
--> statement-breakpoint
ALTER TABLE "borrower_changes" ADD CONSTRAINT "borrower_changes_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "borrower_changes_borrower" ON "borrower_changes" USING btree ("borrower_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "borrower_changes_one_open" ON "borrower_changes" USING btree ("borrower_id","kind") WHERE "borrower_changes"."state" not in ('done', 'dropped');