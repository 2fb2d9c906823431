import { expect, test } from 'vitest';
import { borrowerZone, hoursWhere, loanDay } from './borrower-zone.ts';

const from = (address: string, mobilePhone = '+525512345678') => borrowerZone('MX', { address, mobilePhone });

test.each([
  ['Av. Revolución 1, Zona Centro, 22000 Tijuana, Baja California', 'America/Tijuana'],
  ['Calle Sonora 12, Roma Norte, 06700 Ciudad de México', 'America/Mexico_City'],
  ['Calle Sonora 12, Puebla, Pue., Puebla', 'America/Mexico_City'],
  ['Calle Doce 3, La Paz, Baja California Sur', 'America/Mazatlan'],
  ['Calle Doce 3, Ensenada, Baja California', 'America/Tijuana'],
  ['Av. 16 de Septiembre 10, 32000 Juárez', 'America/Ciudad_Juarez'],
  ['Calle 5, 31000 Chihuahua, Chih.', 'America/Chihuahua'],
  ['Av. Tulum 5, Cancún, Quintana Roo', 'America/Cancun'],
  ['Av. Hidalgo 3, 63732 Bahía de Banderas, Nayarit', 'America/Mexico_City'],
  ['Av. Hidalgo 3, 63000 Tepic', 'America/Mazatlan'],
] as const)('[DATE-1] %s is in %s', (address, zone) => {
  expect(from(address)).toBe(zone);
});

test('[DATE-1] without a place in the address the area code of the telephone says where somebody is', () => {
  expect(from('Calle Uno 1', '+526641234567')).toBe('America/Tijuana');
  expect(from('Calle Uno 1', '9981234567')).toBe('America/Cancun');
  expect(from('Calle Uno 1', '+529981234567')).toBe('America/Cancun');
  expect(from('Calle Uno 1', '+525512345678')).toBe('America/Mexico_City');
  expect(from('Calle Uno 1', 'none')).toBeNull();
  expect(borrowerZone('IN', { address: '', mobilePhone: '' })).toBe('Asia/Kolkata');
});

test('[DATE-1] a day of a loan ends when it is over in the market and where the borrower is', () => {
  const at = (time: string, deadlineZone: string | null) =>
    loanDay({ market: 'MX', deadlineZone }, new Date(`2026-12-2${time}`));
  // 22:30 in Tijuana is half past midnight in Mexico City.
  expect(at('1T00:30:00-06:00', 'America/Tijuana')).toBe('2026-12-20');
  expect(at('1T02:00:00-06:00', 'America/Tijuana')).toBe('2026-12-21');
  expect(at('1T00:30:00-06:00', 'America/Mexico_City')).toBe('2026-12-21');
  // In Cancún it is the next day already: the market's counts.
  expect(at('0T23:30:00-06:00', 'America/Cancun')).toBe('2026-12-20');
  expect(at('1T01:59:00-06:00', null)).toBe('2026-12-20');
});

test('the hours of who may be anywhere are those at both ends of the market', () => {
  const morning = new Date('2026-12-21T07:30:00-06:00');
  expect(hoursWhere('MX', 'America/Tijuana', morning)).toEqual([5]);
  expect(hoursWhere('MX', null, morning)).toEqual([5, 8]);
});
