import { expect, test } from 'vitest';
import { marketOf } from './market.ts';

test('[DATE-1] each market has its time zone', () => {
  expect(marketOf.MX).toMatchObject({
    timeZone: 'America/Mexico_City',
    currency: { code: 'MXN' },
    language: 'es',
  });
  expect(marketOf.IN).toMatchObject({ timeZone: 'Asia/Kolkata', currency: { code: 'INR' }, language: 'en' });
});
