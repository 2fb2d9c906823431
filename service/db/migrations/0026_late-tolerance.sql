ALTER TABLE "loans" ADD COLUMN "late_tolerance_minor" bigint DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "late_tolerance_minor" bigint DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_late_tolerance_range" CHECK ("products"."late_tolerance_minor" between 0 and 9007199254740991);
--> statement-breakpoint
-- The due date from which a loan counts as late: the one with which what is unpaid, oldest first, reaches its tolerance.
CREATE OR REPLACE FUNCTION follow_oldest_due() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  touched record;
  tolerance bigint;
  oldest date;
BEGIN
  -- Loan by loan, so that of tables in partitions only those of its borrower are looked into.
  FOR touched IN SELECT DISTINCT loan_id, borrower_id FROM changed LOOP
    SELECT late_tolerance_minor INTO tolerance FROM loans
    WHERE id = touched.loan_id AND borrower_id = touched.borrower_id;
    SELECT coalesce(min(due_date) FILTER (WHERE reached >= tolerance), max(due_date)) INTO oldest FROM (
      SELECT due_date, sum(CASE WHEN base > 0 THEN base ELSE penalty END) OVER (ORDER BY due_date) AS reached
      FROM instalments, LATERAL (SELECT penalty_charged_minor - penalty_paid_minor AS penalty,
        fee_charged_minor - fee_paid_minor + vat_charged_minor - vat_paid_minor + interest_charged_minor - interest_paid_minor
        + principal_charged_minor - principal_paid_minor AS base) AS owed
      WHERE loan_id = touched.loan_id AND borrower_id = touched.borrower_id
        AND (penalty_charged_minor > penalty_paid_minor OR fee_charged_minor > fee_paid_minor OR vat_charged_minor > vat_paid_minor
          OR interest_charged_minor > interest_paid_minor OR principal_charged_minor > principal_paid_minor)
    ) AS unpaid;
    UPDATE loans SET oldest_due_on = oldest
    WHERE id = touched.loan_id AND borrower_id = touched.borrower_id AND oldest_due_on IS DISTINCT FROM oldest;
  END LOOP;
  RETURN NULL;
END;
$$;
