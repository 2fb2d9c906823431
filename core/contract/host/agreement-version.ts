import { z } from 'zod';
import { localDate } from '#domain/calendar.ts';
import { allMarkets } from '#domain/market.ts';
import { actorName, defineHostCall, namedObject, nextCursor, pageFields } from '../host-call.ts';
import { wireValue } from '../wire.ts';

const paragraphsMax = 100;
const sectionsMax = 60;

const line = (maxLength: number) => z.string().trim().min(1).max(maxLength);

const text = z
  .object({
    title: line(160),
    summary: line(400),
    sections: z
      .array(z.object({ heading: line(160), paragraphs: z.array(line(4000)).min(1).max(paragraphsMax) }))
      .min(1)
      .max(sectionsMax),
  })
  .describe("Plain text. The service adds the product's rates and the loan's figures")
  .meta({ id: 'AgreementText' });

const agreementVersion = namedObject('HostAgreementVersion', {
  market: z.enum(allMarkets),
  version: z.string().regex(/^[A-Za-z0-9._-]{1,32}$/),
  effectiveFrom: wireValue(z.iso.date(), localDate),
  texts: z
    .object({ es: text.optional(), en: text.optional() })
    .describe("Needs the market's language; without a text in the other language borrowers get that one"),
  madeAt: z.string(),
  madeBy: z.string(),
});

export type HostAgreementVersion = z.output<typeof agreementVersion>;

/**
 * Adds an edition of the loan agreement, which never changes afterwards. From its first day borrowers of its market see and
 * accept it. A quote shown with the edition before has to be opened again; accepted loans keep theirs.
 */
export const addAgreementVersion = defineHostCall({
  name: 'addAgreementVersion',
  summary: 'Add an edition of the loan agreement',
  path: '/host/agreement-versions',
  request: z.object({
    market: agreementVersion.shape.market,
    version: agreementVersion.shape.version,
    effectiveFrom: wireValue(z.iso.date(), localDate)
      .optional()
      .describe("First day in force, in the market's time zone, not before today; today when absent"),
    texts: agreementVersion.shape.texts,
    actor: actorName.optional(),
  }),
  response: agreementVersion,
});

/** Ordered by market and version. */
export const listAgreementVersions = defineHostCall({
  name: 'listAgreementVersions',
  summary: 'List the editions of the loan agreement',
  path: '/host/agreement-versions/list',
  isRead: true,
  request: z.object({ ...pageFields, limit: z.int().min(1).max(20).optional().describe('10 when absent') }),
  response: z.object({ agreementVersions: z.array(agreementVersion), nextCursor }),
});
