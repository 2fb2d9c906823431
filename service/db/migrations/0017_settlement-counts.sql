ALTER TABLE "settlement_files" ADD COLUMN "open_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement_files" ADD COLUMN "closed_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "settlement_files" ADD CONSTRAINT "settlement_files_counts_range" CHECK ("settlement_files"."open_count" >= 0 and "settlement_files"."closed_count" >= 0 and "settlement_files"."open_count" + "settlement_files"."closed_count" <= "settlement_files"."line_count");--> statement-breakpoint
UPDATE "settlement_files" AS file SET open_count = counted.open_count, closed_count = counted.closed_count
  FROM (
    SELECT file_id, (count(*) FILTER (WHERE closed_at IS NULL AND decision IS NULL AND state IN ('different', 'missing-here', 'fee')))::integer AS open_count,
      count(closed_at)::integer AS closed_count
    FROM settlement_lines GROUP BY file_id
  ) AS counted WHERE counted.file_id = file.id;
