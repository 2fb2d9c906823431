import { expect, test } from 'vitest';
import { marketOf } from './market.ts';

test('[DATE-1] each market has its time zone', () => {
  expect(marketOf.MX).toEqual({ timeZone: 'America/Mexico_City', currency: 'MXN', language: 'es' });
  expect(marketOf.IN).toEqual({ timeZone: 'Asia/Kolkata', currency: 'INR', language: 'en' });
});
