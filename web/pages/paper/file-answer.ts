import type { OpenScreen } from '../open-screen.ts';
import type { Paper } from './paper.ts';

/** Answers with a file to keep; `name` without its ending may hold letters, digits and hyphens, all else is left out. */
export function fileAnswer(body: BodyInit, type: string, name: string, ending: string): Response {
  const safeName = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9-]+/g, '-');
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${safeName}.${ending}"`,
      'Cache-Control': 'no-store',
    },
  });
}

/**
 * Answers with a paper as a PDF to keep.
 * @param load loads it, and how the file is called, once its caller's share is taken; an answer in its place where there is none.
 * @throws CodedError 'too-many-requests' or 'service-unavailable' beyond that share.
 */
export async function paperAnswer(
  open: OpenScreen,
  load: () => Promise<{ readonly paper: Paper; readonly name: string } | Response>,
): Promise<Response> {
  await open.admitPaper();
  const loaded = await load();
  if (loaded instanceof Response) return loaded;
  return fileAnswer(await open.renderPdf(loaded.paper), 'application/pdf', loaded.name, 'pdf');
}
