import { z } from 'zod';
import { defineCall } from '../call.ts';
import { genericEnvelope } from '../envelope.ts';
import { ours, textOf, wireText } from '../wire.ts';

/** How to reach a person (SERVICE-1); empty where there is no such way. */
export interface SupportContact {
  readonly phone: string;
  readonly whatsapp: string;
  readonly email: string;
}

/** How to reach customer service. `overall` is always 30 (specification, section 9), so nothing is asked of the caller. */
export const readContacts = defineCall({
  name: 'readContacts',
  area: 'support',
  summary: 'Customer service contacts',
  method: 'POST',
  path: '/user-problem/get-whatsapp',
  encoding: 'form',
  client: 'form',
  session: 'required',
  envelope: genericEnvelope,
  request: z.codec(z.object({ overall: z.literal([30, '30']) }), ours<Readonly<Record<string, never>>>(), {
    decode: () => ({}),
    encode: () => ({ overall: 30 as const }),
  }),
  response: z.codec(z.object({ phone: wireText, va: wireText, email: wireText }), ours<SupportContact>(), {
    decode: ({ phone, va, email }) => ({ phone: textOf(phone), whatsapp: textOf(va), email: textOf(email) }),
    encode: ({ phone, whatsapp, email }) => ({ phone, va: whatsapp, email }),
  }),
});
