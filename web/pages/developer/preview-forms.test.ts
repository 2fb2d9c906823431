import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contactProblem, paymentPresets, readSandboxRequest } from './preview-forms.ts';

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const read = (fields: Readonly<Record<string, string>>) => readSandboxRequest(formOf(fields));

test.each(['approve', 'decline', 'pay-out'] as const)('[TEST-1] %s is done to the order named', (act) => {
  expect(read({ act, orderNumber: 'LL-2026-118204' })).toMatchObject({
    action: { kind: act, orderNumber: 'LL-2026-118204' },
  });
  expect(read({ act })).toEqual({ refusedField: 'orderNumber' });
  expect(read({ act, orderNumber: '../x' })).toEqual({ refusedField: 'orderNumber' });
});

test('[TEST-1] 1, 7 or 30 days pass, and no other number', () => {
  for (const days of [1, 7, 30]) {
    expect(read({ act: `advance-days:${days}` })).toMatchObject({ action: { kind: 'advance-days', days } });
  }
  for (const number of ['', '0', '-1', '01', '1.5', '365', '7,', 'x']) {
    expect(read({ act: `advance-days:${number}` })).toEqual({ refusedField: 'act' });
  }
});

test('[TEST-1] a payment is exact, partial, too much, or reported twice', () => {
  const presets = paymentPresets({ dueMinor: 152_749, settlesMinor: 610_996 });
  expect(presets.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
    ['exact', 152_749],
    ['partial', 76_374],
    ['everything', 610_996],
    ['tooMuch', 620_996],
    ['twice', 152_749],
  ]);
  for (const { kind, amountMinor, act } of presets) {
    expect(read({ act, orderNumber: 'LL-1' })).toMatchObject({
      action: {
        kind: 'receive-payment',
        orderNumber: 'LL-1',
        amountMinor,
        isDeliveredTwice: kind === 'twice',
      },
    });
  }
});

test('the last payment offers the whole debt once, and a loan without debt offers none', () => {
  const kinds = (dueMinor: number, settlesMinor: number) =>
    paymentPresets({ dueMinor, settlesMinor }).map(({ kind }) => kind);
  expect(kinds(5, 5)).toEqual(['exact', 'partial', 'tooMuch', 'twice']);
  expect(kinds(0, 5)).toEqual(['exact', 'partial', 'tooMuch', 'twice']);
  expect(kinds(1, 1)).toEqual(['exact', 'tooMuch', 'twice']);
  expect(kinds(0, 0)).toEqual([]);
});

test('[TEST-1] a typed amount is taken in minor units, and reported twice when ticked', () => {
  const typed = { act: 'receive-payment', orderNumber: 'LL-1', amountMinor: ' 1250 ' };
  const action = { kind: 'receive-payment', orderNumber: 'LL-1', amountMinor: 1250 };
  expect(read(typed)).toMatchObject({ action: { ...action, isDeliveredTwice: false } });
  expect(read({ ...typed, isDeliveredTwice: 'on' })).toMatchObject({
    action: { ...action, isDeliveredTwice: true },
  });
});

test.each(['', '0', '-5', '1.5', '1,5', '1e3', '9007199254740992', '99999999999999999999', 'x', '٣'])(
  '[MONEY-3] %j is no amount to receive',
  (amountMinor) => {
    expect(read({ act: 'receive-payment', orderNumber: 'LL-1', amountMinor })).toEqual({
      refusedField: 'amountMinor',
    });
  },
);

test('whatever a form holds is either a whole action or a refused field', () => {
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom('receive-payment:', 'receive-twice:-1', 'approve:x', 'LL-1'),
  );
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('act', 'orderNumber', 'amountMinor'), texts), (fields) => {
      const request = read(fields);
      if (!('action' in request)) return;
      if (request.action.kind === 'receive-payment') expect(request.action.amountMinor).toBeGreaterThan(0);
      if ('orderNumber' in request.action) expect(request.action.orderNumber).toMatch(/^[\w-]+$/);
    }),
  );
  const upload = new FormData();
  upload.set('act', new File(['approve'], 'act'));
  expect(readSandboxRequest(upload)).toEqual({ refusedField: 'act' });
});

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
