ALTER TABLE "provider_events" ADD COLUMN "payer_bank" text collate "C";--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "operating_day" date;--> statement-breakpoint
ALTER TABLE "provider_events" ADD COLUMN "key_number" integer;--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD COLUMN "payer_bank" text collate "C";--> statement-breakpoint
ALTER TABLE "settlement_lines" ADD COLUMN "operating_day" date;--> statement-breakpoint
-- Lines of deposits that were taken for one because their clave is one: each has a name of its own and waits for a person.
WITH lost AS (
  SELECT DISTINCT ON (named."source", named."kind", named."name") named."file_id", named."line_number", named."name"
  FROM (
    SELECT line.*, file."read_at", CASE WHEN cardinality(line."keys") > 1 THEN line."keys"[2] ELSE line."identity" || '::' || line."day" END AS "name"
    FROM "settlement_lines" AS line JOIN "settlement_files" AS file ON file."id" = line."file_id"
    WHERE line."source" = 'spei' AND line."kind" = 'payment' AND line."state" = 'repeated'
  ) AS named
  WHERE EXISTS (
    SELECT FROM "settlement_lines" AS standing
    WHERE standing."source" = named."source" AND standing."kind" = named."kind" AND standing."identity" = named."identity"
      AND standing."state" <> 'repeated'
  ) AND NOT EXISTS (
    SELECT FROM "settlement_lines" AS standing
    WHERE standing."source" = named."source" AND standing."kind" = named."kind" AND standing."state" <> 'repeated'
      AND (standing."identity" = named."name" OR (standing."identity" = named."identity"
        AND standing."amount_minor" = named."amount_minor" AND standing."day" = named."day"
        AND (cardinality(standing."keys") < 2 OR cardinality(named."keys") < 2 OR standing."keys"[2] = named."keys"[2])))
  )
  ORDER BY named."source", named."kind", named."name", named."read_at", named."line_number"
), opened AS (
  UPDATE "settlement_lines" AS line SET "state" = 'missing-here', "identity" = lost."name"
  FROM lost WHERE line."file_id" = lost."file_id" AND line."line_number" = lost."line_number"
  RETURNING line."file_id"
)
UPDATE "settlement_files" AS file SET "open_count" = file."open_count" + counted."lines"
FROM (SELECT "file_id", count(*)::integer AS "lines" FROM opened GROUP BY "file_id") AS counted
WHERE file."id" = counted."file_id";
