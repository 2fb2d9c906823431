ALTER TABLE "complaints" DROP CONSTRAINT "complaints_subtype_known";--> statement-breakpoint
ALTER TABLE "desk_escalations" DROP CONSTRAINT "desk_escalations_kind_known";--> statement-breakpoint
ALTER TABLE "desk_matter_holders" DROP CONSTRAINT "desk_matter_holders_kind_known";--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "complaints" ADD COLUMN "extended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_due_if_requested" CHECK (("complaints"."due_at" is not null) = (coalesce("complaints"."subtype_id", '') in ('41', '42', '43', '44'))) NOT VALID;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_subtype_known" CHECK ("complaints"."subtype_id" in ('11', '12', '13', '14', '19', '41', '42', '43', '44')) NOT VALID;--> statement-breakpoint
ALTER TABLE "desk_escalations" ADD CONSTRAINT "desk_escalations_kind_known" CHECK ("desk_escalations"."kind" in ('complaint', 'data-request', 'payment-claim', 'charge-dispute', 'message', 'unmatched', 'outflow', 'refund', 'payout', 'approval', 'application', 'event'));--> statement-breakpoint
ALTER TABLE "desk_matter_holders" ADD CONSTRAINT "desk_matter_holders_kind_known" CHECK ("desk_matter_holders"."kind" in ('complaint', 'data-request', 'payment-claim', 'charge-dispute', 'message', 'unmatched', 'outflow', 'refund', 'payout', 'approval', 'application', 'event', 'collection'));