import type { Market } from '#domain/market.ts';
import type { PhoneReading } from '#domain/registration/read-phone.ts';

/** What people put into a telephone's field, and what it says: a number's ten digits, or why it is none. */
export interface PhoneInput {
  readonly market: Market;
  readonly typed: string;
  readonly says:
    | string
    | Exclude<PhoneReading['kind'], 'number' | 'foreign'>
    | { readonly foreign: string | null };
}

const inMexico: readonly (readonly [string, PhoneInput['says']])[] = [
  ['5548217736', '5548217736'],
  ['55 4821 7736', '5548217736'],
  ['(55) 4821-7736', '5548217736'],
  ['55.4821.7736', '5548217736'],
  ['+52 55 4821 7736', '5548217736'],
  ['+5255-4821-7736', '5548217736'],
  ['52 55 4821 7736', '5548217736'],
  ['0052 5548217736', '5548217736'],
  ['+52 1 55 4821 7736', '5548217736'],
  ['+52 (1) 55 4821 7736', '5548217736'],
  ['5215548217736', '5548217736'],
  ['1 55 4821 7736', '5548217736'],
  ['044 55 1234 5678', '5512345678'],
  ['045 55 1234 5678', '5512345678'],
  ['01 442 155 0134', '4421550134'],
  ['+52 044 55 1234 5678', '5512345678'],
  ['55 4821 7736 ext. 12', '5548217736'],
  ['Mi cel es 55 4821 7736', '5548217736'],
  ['tel:+52-55-4821-7736', '5548217736'],
  ['\u202a+52 55 4821 7736\u202c', '5548217736'],
  ['５５ ４８２１ ７７３６', '5548217736'],
  ['+91 98455 01276', { foreign: 'IN' }],
  ['0091 98455 01276', { foreign: 'IN' }],
  ['+1 650 253 0000', { foreign: 'US' }],
  ['1 650 253 0000', { foreign: 'US' }],
  ['+44 20 7946 0958', { foreign: null }],
  ['+52 55 4821 77369', 'too-long'],
  ['55 4821 77369', 'too-long'],
  ['55 4821 7736 / 55 8765 4321', 'two-numbers'],
  ['5548217736 5587654321', 'two-numbers'],
  ['044 55 1234 5678 o 044 55 8765 4321', 'two-numbers'],
  ['55 4821 773', 'not-a-mobile'],
  ['mi número', 'not-a-mobile'],
  ['', 'not-a-mobile'],
];

const inIndia: readonly (readonly [string, PhoneInput['says']])[] = [
  ['98455 01276', '9845501276'],
  ['098455 01276', '9845501276'],
  ['+91 (0) 98455 01276', '9845501276'],
  ['+91-0-98455-01276', '9845501276'],
  ['91 98455 01276', '9845501276'],
  ['0091 98455 01276', '9845501276'],
  ['9845501276;ext=3', '9845501276'],
  ['९८४५५०१२७६', '9845501276'],
  ['+९१ ९८४५५ ०१२७६', '9845501276'],
  ['wa.me/919845501276', '9845501276'],
  ['+977 9841234567', { foreign: 'NP' }],
  ['00977 9841234567', { foreign: 'NP' }],
  ['977 9841234567', { foreign: 'NP' }],
  ['+880 1712 345678', { foreign: 'BD' }],
  ['+52 55 4821 7736', { foreign: 'MX' }],
  ['98455 012761', 'too-long'],
  ['98455 01276, 98455 01277', 'two-numbers'],
  ['+91 98455 01276 +91 98455 01277', 'two-numbers'],
  ['58455 01276', 'not-a-mobile'],
  ['98455 0127', 'not-a-mobile'],
];

export const phoneInputs: readonly PhoneInput[] = [
  ...inMexico.map(([typed, says]) => ({ market: 'MX' as const, typed, says })),
  ...inIndia.map(([typed, says]) => ({ market: 'IN' as const, typed, says })),
];
