ALTER TABLE "loans" DROP CONSTRAINT "loans_status_known";--> statement-breakpoint
ALTER TABLE "status_changes" DROP CONSTRAINT "status_changes_to_known";--> statement-breakpoint
DROP INDEX "loans_one_open_per_product";--> statement-breakpoint
DROP INDEX "loans_running";--> statement-breakpoint
ALTER TABLE "loans" ALTER COLUMN "status" SET DATA TYPE text USING CASE "status" WHEN 21 THEN 'under-review' WHEN 151 THEN 'paying-out' WHEN 110 THEN 'declined' WHEN 174 THEN 'to-repay' WHEN 180 THEN 'overdue' WHEN 200 THEN 'settled' END;--> statement-breakpoint
ALTER TABLE "status_changes" ALTER COLUMN "from_status" SET DATA TYPE text USING CASE "from_status" WHEN 21 THEN 'under-review' WHEN 151 THEN 'paying-out' WHEN 110 THEN 'declined' WHEN 174 THEN 'to-repay' WHEN 180 THEN 'overdue' WHEN 200 THEN 'settled' END;--> statement-breakpoint
ALTER TABLE "status_changes" ALTER COLUMN "to_status" SET DATA TYPE text USING CASE "to_status" WHEN 21 THEN 'under-review' WHEN 151 THEN 'paying-out' WHEN 110 THEN 'declined' WHEN 174 THEN 'to-repay' WHEN 180 THEN 'overdue' WHEN 200 THEN 'settled' END;--> statement-breakpoint
CREATE UNIQUE INDEX "loans_one_open_per_product" ON "loans" USING btree ("borrower_id","product_id") WHERE "loans"."status" in ('under-review', 'paying-out', 'to-repay', 'overdue');--> statement-breakpoint
CREATE INDEX "loans_running" ON "loans" USING btree ("id") WHERE "loans"."status" in ('to-repay', 'overdue');--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_status_known" CHECK ("loans"."status" in ('under-review', 'paying-out', 'declined', 'to-repay', 'overdue', 'settled'));--> statement-breakpoint
ALTER TABLE "status_changes" ADD CONSTRAINT "status_changes_from_known" CHECK ("status_changes"."from_status" in ('under-review', 'paying-out', 'declined', 'to-repay', 'overdue', 'settled'));--> statement-breakpoint
ALTER TABLE "status_changes" ADD CONSTRAINT "status_changes_to_known" CHECK ("status_changes"."to_status" in ('under-review', 'paying-out', 'declined', 'to-repay', 'overdue', 'settled'));