import type { ReactNode } from 'react';
import { declineText } from '#content/messages/decline.ts';
import type { LoanDetail } from '#contract/calls/loan.ts';
import { flagIcon } from '#ui/frame/icons.tsx';
import { LinkLine } from '#ui/frame/link-list.tsx';
import { Words } from '#ui/words.tsx';
import { useText } from '../page-context.tsx';

/** Reasons and next steps, in place of an amount (status 110; ORDER-3). */
export function DeclineReasons({ notices }: Pick<LoanDetail, 'notices'>): ReactNode {
  return notices.map(({ text }) => (
    <p key={text}>
      <Words text={text} />
    </p>
  ));
}

export function DeclineComplaint({ link }: { readonly link: string }): ReactNode {
  return (
    <LinkLine icon={flagIcon} href={link}>
      {useText(declineText).complain}
    </LinkLine>
  );
}
