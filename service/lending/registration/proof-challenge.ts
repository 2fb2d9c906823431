import { proofLevel } from '#domain/registration/proof-of-work.ts';
import type { CallContext } from '../http/answer-call.ts';
import { partiesOf } from '../sms/send-code.ts';
import { countSends } from '../sms/store.ts';
import { drawChallenge, type ProofBinding } from './proof-of-work.ts';

const hourMs = 3_600_000;

/** The required level of proof for this caller and country at the moment (DESIGN, Money). */
export async function wantedLevel(context: CallContext, country: string): Promise<number> {
  const { database, clock } = context;
  const parties = partiesOf(context, 'registration', { mobilePhone: '', country, borrowerId: null });
  const since = new Date(clock.now().getTime() - hourMs);
  const network = parties.networkHash === null ? 'address' : 'network';
  return proofLevel({
    network: await countSends(database, network, parties, since),
    country: await countSends(database, 'country', parties, since),
    total: await countSends(database, 'total', parties, since),
  });
}

export function proofRulesOf({ clock, configuration }: Pick<CallContext, 'clock' | 'configuration'>) {
  return {
    secrets: configuration.masterSecrets,
    iterations: configuration.registration.proofIterations,
    now: clock.now(),
  };
}

export async function challengeFor(context: CallContext, binding: ProofBinding, country: string) {
  return drawChallenge(binding, await wantedLevel(context, country), proofRulesOf(context));
}
