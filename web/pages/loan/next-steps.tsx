import type { ReactNode } from 'react';
import { loanText } from '#content/messages/loan.ts';
import type { BridgeAction } from '#domain/bridge/actions.ts';
import type { LoanView, NextStep } from '#domain/loan/loan-view.ts';
import { hostLink } from '#ui/bridge/links.tsx';
import { LinkLine } from '#ui/frame/link-list.tsx';
import { usePage, useText } from '../page-context.tsx';

interface WayOn {
  readonly label: string;
  readonly action: BridgeAction;
  /** Used without a host; empty for none. */
  readonly link: string;
}

/** Links at the end of a journey: the host's tabs and recommended loans (BRIDGE-1). */
export function NextSteps({
  view: { nextSteps },
  links,
}: {
  readonly view: Pick<LoanView, 'nextSteps'>;
  readonly links: { readonly home: string; readonly account: string; readonly recommendedLoans: string };
}): ReactNode {
  const { hostPages } = usePage();
  const text = useText(loanText);
  const ways: Record<NextStep, WayOn> = {
    home: { label: text.home, action: { name: 'homeTab' }, link: links.home },
    account: { label: text.account, action: { name: 'mineTab' }, link: links.account },
    'recommended-loans': {
      label: text.recommendedLoans,
      action: { name: 'openPage', page: hostPages.recommendList },
      link: links.recommendedLoans,
    },
  };
  // A page of the host can be asked for only by its configured name.
  const shown = nextSteps.filter((way) => way !== 'recommended-loans' || hostPages.recommendList !== '');
  return shown.map((way) => (
    <LinkLine key={way} {...hostLink(ways[way].action, ways[way].link)}>
      {ways[way].label}
    </LinkLine>
  ));
}
