import { CodedError } from '#domain/error-code.ts';
import { required } from '#lending/http/read-body.ts';
import type { PagesDependencies } from '#pages/dependencies.ts';
import type { ContactInbox } from '#pages/site/contact-message.ts';
import type { RateAdmission } from './rates.ts';
import type { Shares } from './shares.ts';

/** An inbox that takes what its visitor's share allows (SITE-4). */
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

/** Writes papers within their caller's share, one after the other. */
export function boundedPapers(
  renderPdf: PagesDependencies['renderPdf'],
  { admitPaper, hold }: Pick<Shares, 'admitPaper' | 'hold'>,
): PagesDependencies['renderPdf'] {
  return async (paper) => {
    requireAdmitted(await admitPaper());
    return required(await hold('paper', [], () => renderPdf(paper)));
  };
}

/** @throws CodedError 'too-many-requests', with the seconds until the next one may come. */
function requireAdmitted(admission: RateAdmission): void {
  if (!admission.isAdmitted) throw new CodedError('too-many-requests', String(admission.waitSeconds));
}
