import { z } from 'zod';
import { defineCall, formCall } from '../call.ts';
import { field, optionalField, wireObject } from '../wire.ts';
import { text, tolerated } from '../wire-values.ts';

const supportContact = wireObject({
  phone: text,
  whatsapp: field('va', text),
  email: text,
  hours: optionalField(
    'hours',
    tolerated(text, ''),
    'Optional: when somebody answers, in the language of the call; empty for nothing to say',
  ),
});

/** Contact data of customer service (SERVICE-1); a field is empty where there is no such way. */
export type SupportContact = z.output<typeof supportContact>;

/** `overall` is always 30 (specification, section 9), so the caller passes nothing. */
export const readContacts = defineCall({
  ...formCall,
  name: 'readContacts',
  area: 'support',
  summary: 'Customer service contacts',
  path: '/user-problem/get-whatsapp',
  request: wireObject({}, { overall: [z.literal([30, '30']), () => 30] }),
  response: supportContact,
});
