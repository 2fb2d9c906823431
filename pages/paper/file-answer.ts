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

/** Answers with a paper as a PDF to keep. */
export async function paperAnswer(open: OpenScreen, paper: Paper, name: string): Promise<Response> {
  return fileAnswer(await open.renderPdf(paper), 'application/pdf', name, 'pdf');
}
