import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { imageMaxBytes } from '#domain/complaint/complaint.ts';
import type { UploadGate } from '#lending/ports.ts';
import type { FormReader, ReadForm } from '#pages/dependencies.ts';

const partsMax = 60;
const fieldMaxBytes = 64 * 1024;
const pieceBytes = 64 * 1024;
/** What may follow of a file that is too large already: its form is still read, since it holds what was typed. */
const excessMaxBytes = 24 * 1024 * 1024;

class ExcessError extends Error {}

/**
 * Reads forms with files as they arrive: each file up to 8 MB to a folder of its own on disk, which is gone when the work
 * with it ends. No more is in memory than a piece of a stream.
 */
export function createFormReader(gate: UploadGate, callerAddress: () => string | null): FormReader {
  return {
    read: (request, work) =>
      gate.take(callerAddress(), async () => {
        const folder = await mkdtemp(path.join(tmpdir(), 'form-'));
        try {
          const form = await spool(request, folder).catch((error: unknown) =>
            error instanceof ExcessError ? ('too-large' as const) : ('malformed' as const),
          );
          return typeof form === 'string' ? form : await work(form);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }),
  };
}

async function spool(request: Request, folder: string): Promise<ReadForm> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!type.startsWith('multipart/form-data')) return { fields: await request.formData(), files: [] };
  if (request.body === null) throw new Error('no body');
  const fields = new FormData();
  const written: Promise<ReadForm['files'][number]>[] = [];
  let overSince: number | null = null;
  let readBytes = 0;
  const parser = new Busboy({
    headers: { 'content-type': type },
    limits: {
      fileSize: imageMaxBytes,
      fieldSize: fieldMaxBytes,
      files: partsMax,
      fields: partsMax,
      parts: partsMax,
    },
    isPartAFile: (_name, _type, fileName) => fileName !== undefined,
  });
  parser.on('field', (name, value) => fields.append(name, value));
  parser.on('file', (name: string, file: BusboyFileStream) => {
    overSince = null;
    const target = path.join(folder, String(written.length));
    file.on('limit', () => {
      overSince = readBytes;
    });
    const writing = pipeline(file, createWriteStream(target)).then(async () => ({
      name,
      file: file.truncated ? null : await openAsBlob(target),
    }));
    // Awaited below; a form that breaks off has its own error.
    writing.catch(() => undefined);
    written.push(writing);
  });
  // Not cancelled when given up: a body made of a form fails unseen while it is cancelled, and ends the process.
  const body = request.body.values({ preventCancel: true });
  await pipeline(async function* () {
    for await (const chunk of body) {
      for (let start = 0; start < chunk.byteLength; start += pieceBytes) {
        const piece = chunk.subarray(start, start + pieceBytes);
        readBytes += piece.byteLength;
        if (overSince !== null && readBytes - overSince > excessMaxBytes) throw new ExcessError();
        yield piece;
      }
    }
  }, parser);
  return { fields, files: await Promise.all(written) };
}
