import { expect, test } from 'vitest';
import { contactProblem } from './contact.ts';

test.each(['5512345678', '+52 (55) 1234-5678', ' 98765 43210 ', 'rosa@correo.mx', 'a.rao+1@mail.co.in'])(
  '[TEST-1] %j is a contact',
  (contact) => expect(contactProblem(contact)).toBeNull(),
);

test.each(['rosa', 'rosa@', 'rosa@correo', '@correo.mx', 'a b@correo.mx', '12345', '-------', '<x>@y.mx'])(
  '[TEST-1] %j is no contact',
  (contact) => expect(contactProblem(contact)).toBe('contactInvalid'),
);

test('[TEST-1] an empty or overlong contact is refused', () => {
  expect(contactProblem('  ')).toBe('contactEmpty');
  expect(contactProblem(`${'a'.repeat(120)}@correo.mx`)).toBe('contactInvalid');
});

test('a hostile contact is judged in linear time', () => {
  expect(contactProblem(`a@${'a.'.repeat(50_000)}`)).toBe('contactInvalid');
  expect(contactProblem('1 '.repeat(50_000))).toBe('contactInvalid');
});
