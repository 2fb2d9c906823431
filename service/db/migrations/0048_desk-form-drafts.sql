CREATE TABLE "desk_form_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid NOT NULL,
	"page" text NOT NULL,
	"sealed" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "desk_form_drafts" ADD CONSTRAINT "desk_form_drafts_person_id_desk_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."desk_people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "desk_form_drafts_page" ON "desk_form_drafts" USING btree ("person_id","page","expires_at");--> statement-breakpoint
CREATE INDEX "desk_form_drafts_age" ON "desk_form_drafts" USING btree ("expires_at");