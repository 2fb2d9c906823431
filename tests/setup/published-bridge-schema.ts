import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const file = join(import.meta.dirname, '../../docs/bridge-messages.schema.json');

/** Whether a message is one that the published schema knows. */
export function isPublishedMessage(message: unknown): boolean {
  return z.fromJSONSchema(JSON.parse(readFileSync(file, 'utf8'))).safeParse(message).success;
}
