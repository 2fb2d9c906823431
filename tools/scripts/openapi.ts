import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { breakingChanges } from './breaking-changes.ts';
import { documentFile, documentText, storedDocument } from './openapi-files.ts';

// Writes docs/openapi.json. Refuses a change that breaks clients of the present document unless `--breaking` is given; raise
// the version and tell of it in CHANGELOG.md then.

const document = storedDocument();
const changes = existsSync(documentFile)
  ? breakingChanges(JSON.parse(readFileSync(documentFile, 'utf8')), JSON.parse(JSON.stringify(document)))
  : [];
for (const change of changes) process.stderr.write(`breaks: ${change}\n`);
if (changes.length > 0 && !process.argv.includes('--breaking')) {
  process.stderr.write('Nothing was written. Keep what is built on, or run it again with --breaking.\n');
  process.exit(1);
}
writeFileSync(documentFile, documentText(document));
