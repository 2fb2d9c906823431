ALTER TABLE "complaints" ADD COLUMN "interim_answers" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
-- A complaint whose whole answer was the ready text that only asks for time waits for its answer again.
UPDATE "complaints" SET
  "interim_answers" = jsonb_build_array(jsonb_build_object('text', "reply",
    'sentAt', to_char("answered_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))),
  "state" = case when "reviewed_at" is null then 'received' else 'in-review' end,
  "reply" = null, "answered_at" = null, "closed_at" = null
WHERE trim("reply") in (
  'Estamos revisando su queja y necesitamos más tiempo. Le escribimos en cuanto tengamos la respuesta.',
  'We are looking into your complaint and need more time. We will write as soon as we have the answer.')
  AND not exists (select from "complaints" as "same" where "same"."borrower_id" = "complaints"."borrower_id"
    and "same"."submission_hash" = "complaints"."submission_hash" and "same"."serial_number" > "complaints"."serial_number");
