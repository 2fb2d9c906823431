import { writeFileSync } from 'node:fs';
import { storedDocument, typesOf } from './openapi-files.ts';

// Writes the types of the example backend, as a lender's engineer makes them from the OpenAPI document.

writeFileSync('examples/backend/contract.ts', await typesOf(storedDocument()));
