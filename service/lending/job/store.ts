import { asc } from 'drizzle-orm';
import type { Queryable } from '#db/database.ts';
import { jobLeases } from '#db/schema/job.ts';

export function allJobs(database: Queryable): Promise<(typeof jobLeases.$inferSelect)[]> {
  return database.select().from(jobLeases).orderBy(asc(jobLeases.job));
}
