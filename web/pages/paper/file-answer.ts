import type { OpenScreen } from '../open-screen.ts';
import { type Mountable, resource } from '../screen.tsx';
import type { Paper } from './paper.ts';

export interface NamedPaper {
  readonly paper: Paper;
  readonly name: string;
}

/** Answers with a file to download. Only letters, digits and hyphens of `name` go into the file's name. */
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
 * Answers with a paper as a PDF, or with the response that `load` gives in its place.
 * `load` runs only once the caller's share of papers admits one more.
 * @throws CodedError 'too-many-requests' or 'service-unavailable' beyond that share.
 */
export async function paperAnswer(
  open: OpenScreen,
  load: () => Promise<NamedPaper | Response>,
): Promise<Response> {
  await open.admitPaper();
  const loaded = await load();
  if (loaded instanceof Response) return loaded;
  return fileAnswer(await open.renderPdf(loaded.paper), 'application/pdf', loaded.name, 'pdf');
}

export function paperFile(
  path: string,
  load: (open: OpenScreen) => Promise<NamedPaper | Response>,
): Mountable {
  return resource({ path: () => path, get: (open) => paperAnswer(open, () => load(open)) });
}
