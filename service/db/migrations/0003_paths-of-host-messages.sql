CREATE TABLE "host_message_paths" (
	"message_id" text PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "host_message_paths_received" ON "host_message_paths" USING btree ("received_at");