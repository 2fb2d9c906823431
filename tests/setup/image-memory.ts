import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CodedError } from '#domain/error-code.ts';
import { smallImage } from '#fixtures/images.ts';
import { createImageCleaner } from '#lending/complaint/image.ts';

// Cleans the images of a folder one after the other and prints what came of each, and by how much the process had grown
// beyond its beginning at its peak until then.

const [folder] = process.argv.slice(2);
if (!folder || !globalThis.gc) throw new Error('needs a folder of images, and --expose-gc');

const cleaner = createImageCleaner();
await cleaner.clean(smallImage('jpeg'));
globalThis.gc();
const settledBytes = process.memoryUsage.rss();
let peakBytes = settledBytes;
const measure = () => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
};
// Decoding happens on other threads, so this one is free to look; the peak the system keeps would count the parent's.
const looking = setInterval(measure, 1);
for (const name of readdirSync(folder).sort()) {
  const code = await outcomeOf(readFileSync(join(folder, name)));
  measure();
  process.stdout.write(`${JSON.stringify({ code, grownBytes: peakBytes - settledBytes })}\n`);
  globalThis.gc();
}
clearInterval(looking);

async function outcomeOf(bytes: Uint8Array): Promise<string> {
  try {
    await cleaner.clean(bytes);
    return 'clean';
  } catch (error) {
    return error instanceof CodedError ? error.code : 'uncoded';
  }
}
