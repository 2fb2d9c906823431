import { z } from 'zod';
import { isClabe } from '#domain/repayment/clabe.ts';
import { isIfsc } from '#domain/repayment/ifsc.ts';
import { isUpiAddress } from '#domain/repayment/upi.ts';
import { plainText } from '#domain/typed-text.ts';
import { actorName, defineHostCall, namedObject, orderNumber, personName, systemName } from '../host-call.ts';
import { receivedAmount } from './repayment.ts';

const channelKind = z.enum(['bank-transfer', 'store', 'upi', 'virtual-account']);

const key = {
  orderNumber,
  purpose: z.enum(['repay', 'extend']).describe('Whether paying with it repays or extends the loan'),
  channel: channelKind.describe('Payment channel that accepts it'),
};

/** Letters and digits that a bar code can encode. Accepts blanks between digits, and digits of any script. */
const code = z
  .string()
  .overwrite((typed) =>
    plainText(typed)
      .trim()
      .replace(/(\d)\s+(?=\d)/g, '$1'),
  )
  .regex(/^[A-Za-z0-9@._-]{4,64}$/, 'must be 4 to 64 letters, digits and @ . _ -');

const hostReference = namedObject('HostPaymentReference', {
  ...key,
  code: z.string().describe('CLABE, store reference, UPI address or virtual account'),
  provider: z.string().describe('Issuer: a provider, `own` for the service, `host` for the lender'),
  providerReference: z.string().nullable().describe("The provider's id of it"),
  amountMinor: z.int().nullable().describe('Only accepted amount; null: any'),
  validUntil: z.string().nullable().describe('Expiry; null for none'),
  createdAt: z.string(),
  isShown: z.boolean().describe('Whether borrowers see it; a replaced one still accepts money'),
});

export type HostReference = z.infer<typeof hostReference>;

/** Sets a reference of the lender's own, in place of the one that the channel of the loan showed. */
export const putReference = defineHostCall({
  name: 'putReference',
  summary: 'Hand in a payment reference',
  path: '/host/references',
  request: z
    .object({
      ...key,
      code,
      amountMinor: receivedAmount.optional().describe('Only accepted amount in minor units; any when absent'),
      validUntil: z.iso.datetime({ offset: true }).optional().describe('Expiry; none when absent'),
      holderName: personName(99).optional().describe('Account holder; the lender when absent'),
      bankName: systemName(60).optional(),
      bankCode: z.string().refine(isIfsc, 'must be an IFSC').optional().describe('The IFSC, in India'),
      chainName: systemName(60).optional().describe('Shops that accept cash for it'),
      actor: actorName.optional(),
    })
    .refine(
      (value) => value.channel !== 'bank-transfer' || !/^\d{18}$/.test(value.code) || isClabe(value.code),
      {
        path: ['code'],
        message: 'not a CLABE: its check digit is wrong',
      },
    )
    .refine((value) => value.channel !== 'upi' || isUpiAddress(value.code), {
      path: ['code'],
      message: 'must be a UPI address',
    }),
  response: hostReference,
});

/** Newest first. */
export const listReferences = defineHostCall({
  name: 'listReferences',
  summary: 'List the payment references of a loan',
  path: '/host/references/list',
  isRead: true,
  request: z.object({ orderNumber }),
  response: z.object({ references: z.array(hostReference).describe('The newest hundred, newest first') }),
});

/** Removes a reference of the lender's own from the page; payments to it still count. */
export const withdrawReference = defineHostCall({
  name: 'withdrawReference',
  summary: 'Withdraw a payment reference',
  path: '/host/references/withdraw',
  request: z.object({ ...key, actor: actorName.optional() }),
  response: hostReference,
});
