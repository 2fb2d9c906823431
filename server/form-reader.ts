import { hash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { imageMaxBytes } from '#domain/complaint/complaint.ts';
import type { HoldPlace } from '#lending/ports.ts';
import { boundedForm } from '#pages/bounded-form.ts';
import type { FormReader, ReadForm, UnreadFile } from '#pages/dependencies.ts';

const partsMax = 60;
const fieldMaxBytes = 64 * 1024;
const pieceBytes = 64 * 1024;
/** Bytes that are read after a file grew too large, since the typed fields may follow it. */
const excessMaxBytes = 24 * 1024 * 1024;

const folderStart = 'llano-form-';
/** Folders unchanged for this time are leftovers, since a form takes ten minutes at most; also how often they are looked for. */
const leftAfterMs = 3_600_000;

class ExcessError extends Error {}

/**
 * Streams forms with files of up to 8 MB to a temporary folder on disk, which is deleted after use. Leftovers of killed processes
 * are deleted an hour later, by the next form or start. If the disk is full, the file is dropped and reported, and the typed fields
 * are still read.
 */
export function createFormReader(holdPlace: HoldPlace, reportFault: (error: unknown) => void): FormReader {
  let sweptAt = Number.NEGATIVE_INFINITY;
  const sweepWhenDue = () => {
    if (performance.now() - sweptAt < leftAfterMs) return;
    sweptAt = performance.now();
    void sweepLeft();
  };
  sweepWhenDue();
  return {
    read: (request, { sender, fileCount }, work) =>
      holdPlace('form', [hash('sha256', sender)], async () => {
        sweepWhenDue();
        const folder = await mkdtemp(path.join(tmpdir(), folderStart)).catch((error: unknown) => {
          reportFault(error);
          return null;
        });
        try {
          const form = await spool(request, { folder, fileCount, reportFault }).catch(() => null);
          return form === null ? 'malformed' : await work(form);
        } finally {
          if (folder !== null) await rm(folder, { recursive: true, force: true });
        }
      }),
  };
}

/** Deletes folders that killed processes left; ignores those of other users. */
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

/** Reads a stream to its end and writes it until the disk is full. @returns whether all was written. */
async function write(
  source: AsyncIterable<Uint8Array>,
  target: string,
  reportFault: (error: unknown) => void,
): Promise<boolean> {
  let isWritten = true;
  const giveUp = (error: unknown) => {
    isWritten = false;
    reportFault(error);
    return null;
  };
  const file = await open(target, 'w').catch(giveUp);
  try {
    for await (const piece of source) if (isWritten) await file?.appendFile(piece).catch(giveUp);
  } finally {
    await file?.close().catch(giveUp);
  }
  return isWritten;
}

/** @param folder null if the disk is full: files are then dropped. */
async function spool(
  request: Request,
  {
    folder,
    fileCount,
    reportFault,
  }: {
    readonly folder: string | null;
    readonly fileCount: number;
    readonly reportFault: (error: unknown) => void;
  },
): Promise<ReadForm> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!type.startsWith('multipart/form-data')) {
    const fields = await boundedForm(request, fieldMaxBytes);
    if (fields === 'too-large') throw new ExcessError();
    return { fields, files: [] };
  }
  if (request.body === null) throw new Error('no body');
  const fields = new FormData();
  const sources: BusboyFileStream[] = [];
  const written: Promise<ReadForm['files'][number]>[] = [];
  const keep = async (source: BusboyFileStream, target: string | null): Promise<Blob | UnreadFile> => {
    const isWritten = target !== null && (await write(source, target, reportFault));
    if (target === null) await finished(source.resume());
    if (source.truncated) return 'image-too-large';
    return isWritten ? openAsBlob(target) : 'service-unavailable';
  };
  const wholeMaxBytes = fileCount * imageMaxBytes + excessMaxBytes;
  let overSince: number | null = null;
  let readBytes = 0;
  let isExcessive = false;
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
    const target = folder && path.join(folder, String(written.length));
    file.on('limit', () => {
      overSince = readBytes;
    });
    sources.push(file);
    const writing = keep(file, target)
      .catch((error: unknown): UnreadFile => {
        if (isExcessive) return 'image-too-large';
        throw error;
      })
      .then((kept) => ({ name, fileName, file: kept }));
    // Awaited below; an aborted form throws its own error.
    writing.catch(() => undefined);
    written.push(writing);
  });
  // Not cancelled: cancelling a FormData body rejects without a handler, which ends the process.
  const body = request.body.values({ preventCancel: true });
  const parsing = pipeline(async function* () {
    for await (const chunk of body) {
      for (let start = 0; start < chunk.byteLength; start += pieceBytes) {
        const piece = chunk.subarray(start, start + pieceBytes);
        readBytes += piece.byteLength;
        isExcessive =
          readBytes > wholeMaxBytes || (overSince !== null && readBytes - overSince > excessMaxBytes);
        if (isExcessive) throw new ExcessError();
        yield piece;
      }
    }
  }, parser);
  try {
    await parsing.catch((error: unknown) => {
      if (!isExcessive) throw error;
      sources.at(-1)?.destroy();
    });
    return { fields, files: await Promise.all(written) };
  } finally {
    for (const source of sources) source.destroy();
    await Promise.allSettled(written);
  }
}
