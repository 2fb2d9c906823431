import { expect, test } from 'vitest';
import { contactHours } from './collection.ts';

const isAllowed = (zone: string | null, time: string) =>
  contactHours('MX', zone, new Date(`2026-12-21T${time}-06:00`)).isAllowed;

test('a late borrower is contacted in the hours of where they are; of who may be anywhere, in those of the whole market', () => {
  // 07:30 in Mexico City is 05:30 in Tijuana and 08:30 in Cancún.
  expect(isAllowed('America/Mexico_City', '07:30:00')).toBe(true);
  expect(isAllowed('America/Tijuana', '07:30:00')).toBe(false);
  expect(isAllowed('America/Tijuana', '23:30:00')).toBe(true);
  expect(isAllowed('America/Cancun', '21:30:00')).toBe(false);
  expect(isAllowed(null, '08:59:00')).toBe(false);
  expect(isAllowed(null, '09:00:00')).toBe(true);
  expect(isAllowed(null, '21:00:00')).toBe(false);
});
