import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { projectFolder } from '#db/migrate.ts';
import { CodedError } from '#domain/error-code.ts';
import type { Paper } from '#pages/paper/paper.ts';

export interface PaperWriter {
  /** Writes one as a tagged PDF (`renderPdf`), after those that were given before. @throws CodedError 'service-unavailable' where that takes longer than it may. */
  write(paper: Paper): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** The thread ends after this time without papers, which frees the memory of the fonts. */
const idleMs = 60_000;
const usualLongestMs = 20_000;
/** Other threads of the machine go first. */
const niceIncrement = 10;
const heapMaxMegabytes = 128;

/** Renders PDFs in one worker thread, started by the first. @param longestMs for a paper, including those queued before it. */
export function createPaperWriter({ longestMs = usualLongestMs } = {}): PaperWriter {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const pool = new Piscina<Paper, Uint8Array<ArrayBuffer>>({
    filename: isBuilt
      ? pathToFileURL(path.join(projectFolder, 'build/server/render-pdf.js')).href
      : new URL('render-pdf.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMs,
    niceIncrement,
    resourceLimits: { maxOldGenerationSizeMb: heapMaxMegabytes },
  });
  return {
    async write(paper) {
      const signal = AbortSignal.timeout(longestMs);
      try {
        return await pool.run(paper, { name: 'renderPdf', signal });
      } catch (error) {
        throw signal.aborted ? new CodedError('service-unavailable') : error;
      }
    },
    close: () => pool.destroy(),
  };
}
