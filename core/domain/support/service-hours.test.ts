import { expect, test } from 'vitest';
import { isServiceHours, serviceHoursInWords } from './service-hours.ts';

test('shows the hours of customer service in words', () => {
  expect(serviceHoursInWords('1-6 08:00-20:00', 'es')).toBe('lunes a sábado, 8:00 a 20:00');
  expect(serviceHoursInWords('1-6 08:00-20:30', 'en')).toBe('Monday to Saturday, 8:00 to 20:30');
  expect(serviceHoursInWords('7 09:00-13:00', 'es')).toBe('domingo, 9:00 a 13:00');
});

test.each(['', '1-8 08:00-20:00', '1-6 8:00-20:00', '1-6 08:00-24:00', 'always'])(
  '%j says no hours',
  (text) => {
    expect(isServiceHours(text)).toBe(false);
    expect(serviceHoursInWords(text, 'es')).toBe('');
  },
);
