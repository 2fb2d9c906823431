import type { ReactNode } from 'react';
import type { payWithCardText } from '#content/messages/pay-with-card.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { ButtonLink } from '../ui/form/button.tsx';
import { Scene } from '../ui/frame/scene.tsx';
import { EmptyState } from '../ui/notice/empty-state.tsx';

/** A payment that the provider has not answered: neither made nor refused, and said so (PAYWAY-4). */
export function PendingPayment({
  text,
  pendingAmount,
  links,
}: {
  readonly text: TextsIn<typeof payWithCardText>;
  readonly pendingAmount: string;
  readonly links: { readonly same: string; readonly order: string };
}): ReactNode {
  return (
    <EmptyState
      scene={<Scene name="climbing" />}
      headingAs="h2"
      heading={text.pendingHeading}
      line={fill(text.pendingLine, { amount: pendingAmount })}
    >
      <ButtonLink href={links.same}>{text.checkNow}</ButtonLink>
      <p>
        <a href={links.order}>{text.seeLoan}</a>
      </p>
    </EmptyState>
  );
}
