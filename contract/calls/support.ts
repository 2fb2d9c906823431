import { z } from 'zod';
import { defineCall, formCall } from '../call.ts';
import { field, wireObject } from '../wire.ts';
import { text } from '../wire-values.ts';

const supportContact = wireObject({ phone: text, whatsapp: field('va', text), email: text });

/** How to reach a person (SERVICE-1); empty where there is no such way. */
export type SupportContact = z.output<typeof supportContact>;

/** How to reach customer service. `overall` is always 30 (specification, section 9), so nothing is asked of the caller. */
export const readContacts = defineCall({
  ...formCall,
  name: 'readContacts',
  area: 'support',
  summary: 'Customer service contacts',
  path: '/user-problem/get-whatsapp',
  request: wireObject({}, { overall: [z.literal([30, '30']), () => 30] }),
  response: supportContact,
});
