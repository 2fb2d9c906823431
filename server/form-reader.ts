import { hash } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { imageMaxBytes } from '#domain/complaint/complaint.ts';
import type { HoldPlace } from '#lending/ports.ts';
import type { FormReader, ReadForm } from '#pages/dependencies.ts';

const partsMax = 60;
const fieldMaxBytes = 64 * 1024;
const pieceBytes = 64 * 1024;
/** What may follow of a file that is too large already: its form is still read, since it holds what was typed. */
const excessMaxBytes = 24 * 1024 * 1024;

/** What the folders of forms that are being read begin with, in the system's folder for such things. */
const folderStart = 'llano-form-';
/** A folder that nothing was added to for so long belongs to no form any more, and how often such are looked for: a form takes ten minutes at most. */
const leftAfterMs = 3_600_000;

class ExcessError extends Error {}

/**
 * Reads forms with files as they arrive: each file up to 8 MB to a folder of its own on disk, which is gone when the work
 * with it ends. No more is in memory than a piece of a stream. What a process left that was killed meanwhile is
 * deleted an hour later, by the next that reads a form on this machine or starts. A disk that takes nothing makes it `busy`, and is reported.
 */
export function createFormReader(holdPlace: HoldPlace, reportFault: (error: unknown) => void): FormReader {
  let sweptAt = Number.NEGATIVE_INFINITY;
  const sweepWhenDue = () => {
    if (performance.now() - sweptAt < leftAfterMs) return;
    sweptAt = performance.now();
    void sweepLeft();
  };
  sweepWhenDue();
  const withoutRoom = async (error: unknown): Promise<null> => {
    reportFault(error);
    return null;
  };
  return {
    read: (request, sender, work) =>
      holdPlace('form', [hash('sha256', sender)], async () => {
        sweepWhenDue();
        const folder = await mkdtemp(path.join(tmpdir(), folderStart)).catch(withoutRoom);
        if (folder === null) return 'busy';
        try {
          const form = await spool(request, folder).catch(async (error: unknown) => {
            if (error instanceof ExcessError) return 'too-large' as const;
            return isOfDisk(error) ? await withoutRoom(error) : ('malformed' as const);
          });
          if (form === null) return 'busy';
          return typeof form === 'string' ? form : await work(form);
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }),
  };
}

/** Whether the file system failed, and not the form. */
function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && ['open', 'write'].includes(String(error.syscall));
}

/** Deletes what killed processes left; what cannot be looked at or deleted is another user's. */
async function sweepLeft(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(folderStart))) {
    const folder = path.join(tmpdir(), name);
    const isLeft = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs < Date.now() - leftAfterMs,
      () => false,
    );
    if (isLeft) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
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
  parser.on('file', (name: string, file: BusboyFileStream, fileName: string) => {
    overSince = null;
    const target = path.join(folder, String(written.length));
    file.on('limit', () => {
      overSince = readBytes;
    });
    const writing = pipeline(file, createWriteStream(target)).then(async () => ({
      name,
      fileName,
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
