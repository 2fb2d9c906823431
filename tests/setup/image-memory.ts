import { readFileSync } from 'node:fs';
import { createImageCleaner } from '#api/complaint/image.ts';
import { CodedError } from '#domain/error-code.ts';
import { smallImage } from '#fixtures/images.ts';

// Cleans the image in a file and prints what came of it, and by how much the process grew at its peak.

const [file] = process.argv.slice(2);
if (!file || !globalThis.gc) throw new Error('needs the file of an image, and --expose-gc');

const cleaner = createImageCleaner();
await cleaner.clean(smallImage('jpeg'));
const bytes = readFileSync(file);
globalThis.gc();
const settledBytes = process.memoryUsage.rss();
let peakBytes = settledBytes;
const measure = () => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
};
// Decoding happens on other threads, so this one is free to look; the peak the system keeps would count the parent's.
const looking = setInterval(measure, 1);
let code = 'clean';
try {
  await cleaner.clean(bytes);
} catch (error) {
  code = error instanceof CodedError ? error.code : 'uncoded';
}
measure();
clearInterval(looking);
process.stdout.write(JSON.stringify({ code, grownBytes: peakBytes - settledBytes }));
