import type { ReactNode } from 'react';
import { repayText } from '#content/messages/repay.ts';
import { marketOf } from '#domain/market.ts';
import { usePage, useText } from '../page-context.tsx';

/**
 * Rules for recovery agents, in markets whose lenders name theirs, and where to complain (RBI, "Outsourcing of Financial Services
 * – Responsibilities of regulated entities employing Recovery Agents", 2022-08-12).
 */
export function RecoveryAgents(): ReactNode {
  const { market, paths, key, link } = usePage();
  const text = useText(repayText);
  const lenderFacts: readonly string[] = marketOf[market].proposal.lenderFacts;
  if (!lenderFacts.includes('recoveryAgents')) return null;
  return (
    <p>
      <b>{text.agents}.</b> {text.agentsRule}{' '}
      <a href={link(paths.complaint, { orderId: key.orderId })}>{text.complain}</a>
    </p>
  );
}
