CREATE TABLE "borrower_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"borrower_id" uuid NOT NULL,
	"other_borrower_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"linked_by" text NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" text,
	"end_reason" text,
	CONSTRAINT "borrower_links_in_order" CHECK ("borrower_links"."borrower_id" < "borrower_links"."other_borrower_id"),
	CONSTRAINT "borrower_links_end_whole" CHECK (("borrower_links"."ended_at" is null) = ("borrower_links"."ended_by" is null) and ("borrower_links"."ended_at" is null) = ("borrower_links"."end_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "borrower_links" ADD CONSTRAINT "borrower_links_borrower_id_borrowers_id_fk" FOREIGN KEY ("borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "borrower_links" ADD CONSTRAINT "borrower_links_other_borrower_id_borrowers_id_fk" FOREIGN KEY ("other_borrower_id") REFERENCES "public"."borrowers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "borrower_links_one_open" ON "borrower_links" USING btree ("borrower_id","other_borrower_id") WHERE "borrower_links"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "borrower_links_borrower" ON "borrower_links" USING btree ("borrower_id");--> statement-breakpoint
CREATE INDEX "borrower_links_other" ON "borrower_links" USING btree ("other_borrower_id");