import { hash } from 'node:crypto';
import { CodedError } from '#domain/error-code.ts';
import { required } from '#lending/http/read-body.ts';
import type { PagesDependencies } from '#pages/dependencies.ts';
import type { ContactInbox } from '#pages/site/contact-message.ts';
import type { RateAdmission } from './rates.ts';
import type { Shares } from './shares.ts';

/** Limits contact messages per visitor (SITE-4). */
export function boundedInbox(
  inbox: ContactInbox,
  { admitContactMessage }: Pick<Shares, 'admitContactMessage'>,
): ContactInbox {
  return {
    async keep(message) {
      requireAdmitted(await admitContactMessage());
      await inbox.keep(message);
    },
  };
}

/** PDFs in the cache, of some 50 kB each. */
const paperRememberedMs = 600_000;
const papersMax = 100;

/** Renders PDFs one at a time within the caller's limit; the same content comes from a cache. */
export function boundedPapers(
  write: PagesDependencies['renderPdf'],
  { admitPaper, hold }: Pick<Shares, 'admitPaper' | 'hold'>,
): Pick<PagesDependencies, 'admitPaper' | 'renderPdf'> {
  const papers = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return {
    admitPaper: async () => requireAdmitted(await admitPaper()),
    renderPdf(paper) {
      const { madeAt: _madeAt, ...said } = paper;
      const name = hash('sha256', JSON.stringify(said));
      const remembered = papers.get(name);
      if (remembered) return remembered;
      const forget = () => papers.delete(name);
      const writing = hold('paper', [], () => write(paper)).then(required);
      const [oldest] = papers.size >= papersMax ? papers.keys() : [];
      if (oldest !== undefined) papers.delete(oldest);
      papers.set(name, writing);
      writing.then(() => setTimeout(forget, paperRememberedMs).unref(), forget);
      return writing;
    },
  };
}

/** @throws CodedError 'too-many-requests', with the seconds to wait. */
function requireAdmitted(admission: RateAdmission): void {
  if (!admission.isAdmitted) throw new CodedError('too-many-requests', String(admission.waitSeconds));
}
