CREATE TABLE "loan_files" (
	"borrower_id" uuid NOT NULL,
	"loan_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"language" text NOT NULL,
	"hash" text NOT NULL,
	"content" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "loan_files_loan_id_kind_borrower_id_pk" PRIMARY KEY("loan_id","kind","borrower_id"),
	CONSTRAINT "loan_files_kind_known" CHECK ("loan_files"."kind" in ('agreement', 'key-facts')),
	CONSTRAINT "loan_files_language_known" CHECK ("loan_files"."language" in ('es', 'en'))
);
--> statement-breakpoint
ALTER TABLE "loan_agreements_accepted" ADD COLUMN "paper_number" text;--> statement-breakpoint
ALTER TABLE "loan_agreements_accepted" ADD COLUMN "paper_text" text;--> statement-breakpoint
ALTER TABLE "loan_agreements_accepted" ADD COLUMN "paper_language" text;--> statement-breakpoint
ALTER TABLE "loan_agreements_accepted" ADD COLUMN "paper_hash" text;--> statement-breakpoint
ALTER TABLE "loan_agreements_accepted" ADD COLUMN "files_made_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "loan_files" ADD CONSTRAINT "loan_files_loan_id_same_borrower" FOREIGN KEY ("borrower_id","loan_id") REFERENCES "public"."loans"("borrower_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "loan_agreements_accepted_files" ON "loan_agreements_accepted" USING btree ("accepted_at") WHERE "files_made_at" is null and "paper_text" is not null;--> statement-breakpoint
ALTER TABLE "loan_agreements_accepted" ADD CONSTRAINT "loan_agreements_accepted_paper_language_known" CHECK ("paper_language" in ('es', 'en'));