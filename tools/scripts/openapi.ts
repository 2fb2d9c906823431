import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { breakingChanges } from './breaking-changes.ts';
import {
  documentFile,
  hostTypesFile,
  hostTypesOf,
  storedDocument,
  typesFile,
  typesOf,
} from './openapi-files.ts';

// Writes the contract as OpenAPI and the types made from it, for the example backend and for the lender's client. A change that breaks who built on the document that is kept
// is refused unless `--breaking` says that it is meant; then the version and CHANGELOG.md tell of it.

const document = storedDocument();
const changes = existsSync(documentFile)
  ? breakingChanges(JSON.parse(readFileSync(documentFile, 'utf8')), JSON.parse(JSON.stringify(document)))
  : [];
for (const change of changes) process.stderr.write(`breaks: ${change}\n`);
if (changes.length > 0 && !process.argv.includes('--breaking')) {
  process.stderr.write('Nothing was written. Keep what is built on, or run it again with --breaking.\n');
  process.exit(1);
}
mkdirSync(path.dirname(typesFile), { recursive: true });
writeFileSync(documentFile, `${JSON.stringify(document, null, 2)}\n`);
writeFileSync(typesFile, await typesOf(document));
writeFileSync(hostTypesFile, await hostTypesOf(document));
