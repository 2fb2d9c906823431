import { isDeepStrictEqual } from 'node:util';
import {
  addAgreementVersion,
  type HostAgreementVersion,
  listAgreementVersions,
} from '#contract/host/agreement-version.ts';
import { CodedError } from '#domain/error-code.ts';
import { dayIn, marketOf } from '#domain/market.ts';
import { type AnsweredHostCall, answerHost } from '../http/host-gate.ts';
import { readPage } from '../keyset.ts';
import { standingVersion } from './agreement-text.ts';
import {
  type AgreementVersionRecord,
  agreementVersionsAfter,
  findAgreementVersion,
  insertAgreementVersion,
} from './store.ts';

/** Fewer than elsewhere: each edition is a whole text. */
const pageSize = 10;

export const answeredAgreementCalls: readonly AnsweredHostCall[] = [
  answerHost(
    addAgreementVersion,
    async ({ transaction, now, actor, configuration }, { actor: _named, ...request }) => {
      const { market, version, texts } = request;
      const today = dayIn(market, now);
      const { effectiveFrom = today } = request;
      if (!texts[marketOf[market].language]) throw new CodedError('request-invalid', 'texts');
      if (version === standingVersion(configuration, market))
        throw new CodedError('request-invalid', 'version');
      const versionRow = await findAgreementVersion(transaction, market, version);
      if (!versionRow && effectiveFrom < today) throw new CodedError('request-invalid', 'effectiveFrom');
      const edition = { market, version, effectiveFrom, texts, madeAt: now, madeBy: actor };
      const agreementVersion = versionRow ?? (await insertAgreementVersion(transaction, edition));
      const isSame =
        isDeepStrictEqual(agreementVersion?.texts, texts) &&
        (request.effectiveFrom === undefined || request.effectiveFrom === agreementVersion?.effectiveFrom);
      if (!agreementVersion || !isSame) throw new CodedError('version-conflict');
      return { data: agreementView(agreementVersion) };
    },
  ),
  answerHost(listAgreementVersions, async ({ transaction }, { cursor, limit = pageSize }) => {
    const { rows, nextCursor } = await readPage(
      { cursor, limit },
      [(part) => part in marketOf, (part) => part !== ''],
      ([market, version = ''], max) =>
        agreementVersionsAfter(transaction, market === undefined ? undefined : { market, version }, max),
      (row) => [row.market, row.version],
    );
    return { data: { agreementVersions: rows.map(agreementView), nextCursor } };
  }),
];

function agreementView({ texts, ...edition }: AgreementVersionRecord) {
  return { ...edition, texts: texts as HostAgreementVersion['texts'] };
}
