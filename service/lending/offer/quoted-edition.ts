import type { Queryable } from '#db/database.ts';
import type { BorrowerContext } from '../http/answer-call.ts';
import { standingVersion } from './agreement-text.ts';
import { type AgreementVersionRecord, findAgreementVersion, type QuoteRecord } from './store.ts';

/** The lender's own edition of a quote; undefined for the standing text, and for an edition that is gone. */
export async function quotedEdition(
  { configuration }: Pick<BorrowerContext, 'configuration'>,
  database: Queryable,
  { agreementVersion, terms: { market } }: Pick<QuoteRecord, 'agreementVersion' | 'terms'>,
): Promise<AgreementVersionRecord | undefined> {
  if (agreementVersion === standingVersion(configuration, market)) return undefined;
  return findAgreementVersion(database, market, agreementVersion);
}
