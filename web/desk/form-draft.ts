import type { FormDraft } from '#contract/desk.ts';
import type { Again } from '#pages/open-screen.ts';
import type { OpenDesk } from './open-desk.ts';

const parameter = 'draft';

/** The address of a page without its draft. */
function pageOf({ request }: OpenDesk): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete(parameter);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams}`;
}

/** The address of a page with a draft; `none` shows the page without what was typed before. */
export function draftAddress(desk: OpenDesk, id: string): string {
  const page = pageOf(desk);
  return `${page}${page.includes('?') ? '&' : '?'}${parameter}=${id}`;
}

/**
 * Answers a form. A page that is shown again gets an address of its own, with the id of a draft, so that reloading it sends nothing and
 * going back to it works. The drafts of a page end when its form is done.
 */
export async function redirectToDraft<Answer>(
  desk: OpenDesk,
  reply: Response | Again<Answer>,
): Promise<Response> {
  const { drafts } = desk.service;
  const page = pageOf(desk);
  if (reply instanceof Response) {
    await drafts.forget(desk.person, page);
    return reply;
  }
  return desk.goTo(draftAddress(desk, await drafts.keep(desk.person, page, reply)));
}

/** What a page shows of its form: the draft that its address names, else only what was typed last and not sent. */
export async function readDraft(
  desk: OpenDesk,
): Promise<(FormDraft & { readonly isUnsent?: boolean }) | null> {
  const id = desk.parameter(parameter);
  const { drafts } = desk.service;
  const draft = await drafts.read(desk.person, pageOf(desk), id === '' ? null : id);
  if (id !== '' || draft === null) return draft;
  return isForm(draft.answer) ? { answer: typedOf(draft.answer), status: 200, isUnsent: true } : null;
}

function isForm(answer: unknown): answer is Readonly<Record<string, unknown>> {
  return typeof answer === 'object' && answer !== null && 'typed' in answer && 'part' in answer;
}

/** An answer without its outcome: its lists are empty, its marks unset. */
function typedOf({ part, typed, proof, ...outcome }: Readonly<Record<string, unknown>>) {
  const lists = Object.entries(outcome).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, []]] : [],
  );
  return { ...Object.fromEntries(lists), part, typed, faults: {}, ...(proof !== undefined && { proof }) };
}
