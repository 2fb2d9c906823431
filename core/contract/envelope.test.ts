import { expect, test } from 'vitest';
import { registerBorrower } from './calls/registration.ts';
import {
  channelTemplateEnvelope,
  type Envelope,
  genericEnvelope,
  payWayEnvelope,
  promotionEnvelope,
  v3Envelope,
} from './envelope.ts';

const codes = [
  '0',
  '00',
  '000',
  0,
  '-0',
  '+0',
  ' 0 ',
  '1',
  1,
  '800005',
  '',
  'ok',
  '0x0',
  '0.0',
  '00a',
] as const;

const table: readonly (readonly [Envelope, readonly unknown[]])[] = [
  [payWayEnvelope, ['00']],
  [channelTemplateEnvelope, ['00']],
  [promotionEnvelope, ['0', 0]],
  [genericEnvelope, ['0', '00', '000', 0, '-0', '+0', ' 0 ']],
];

test.each(table)(
  '[CALL-4] [CALL-5] $name takes its own codes for success and no other',
  (envelope, successCodes) => {
    const data = { phone: '800' };
    for (const code of codes) {
      const reading = envelope.read({ code, message: 'Listo', data });
      expect(reading, JSON.stringify(code)).toEqual(
        successCodes.includes(code)
          ? { success: true, code: String(code), message: 'Listo', data }
          : { success: false, code: String(code), message: 'Listo' },
      );
    }
  },
);

test('[CALL-5] v3 goes by its flag, whatever the code', () => {
  for (const code of [...codes, undefined, null]) {
    const text = code === undefined || code === null ? null : String(code);
    expect(v3Envelope.read({ success: true, code, data: 1 })).toEqual({
      success: true,
      code: text,
      message: '',
      data: 1,
    });
    expect(v3Envelope.read({ success: false, code, data: 1 })).toEqual({
      success: false,
      code: text,
      message: '',
    });
  }
});

const all = [v3Envelope, payWayEnvelope, channelTemplateEnvelope, promotionEnvelope, genericEnvelope];

test.each(all)('[CALL-5] $name reads what it wraps and what it refuses', (envelope) => {
  const wrapped = JSON.parse(JSON.stringify(envelope.wrap({ sid: 's1' }, 'Listo')));
  expect(envelope.read(wrapped)).toMatchObject({ success: true, message: 'Listo', data: { sid: 's1' } });
  const refused = JSON.parse(JSON.stringify(envelope.refuse('800006', 'Código incorrecto')));
  expect(envelope.read(refused)).toEqual({ success: false, code: '800006', message: 'Código incorrecto' });
});

test.each(all)('[CALL-5] $name does not read what is not an envelope', (envelope) => {
  for (const body of [
    undefined,
    null,
    'ok',
    0,
    [],
    [0],
    {},
    { code: null },
    { code: {} },
    { success: 'true' },
  ]) {
    expect(envelope.read(body), JSON.stringify(body)).toBeUndefined();
  }
});

test.each(all)('[CALL-5] $name takes a message that is no text for none', (envelope) => {
  const body = { ...envelope.wrap(null), message: { html: '<b>' } };
  expect(envelope.read(body)?.message).toBe('');
});

test("[CALL-5] register says '-1' of a wrong captcha, and reads it as the others' '101'", () => {
  expect(registerBorrower.envelope?.refuse('101', 'No')).toEqual({ code: '-1', message: 'No', data: null });
  expect(registerBorrower.envelope?.read({ code: '-1', message: 'No' })).toEqual({
    success: false,
    code: '101',
    message: 'No',
  });
  expect(registerBorrower.envelope?.read({ code: -1, message: 'No' })).toEqual({
    success: false,
    code: '101',
    message: 'No',
  });
  expect(registerBorrower.envelope?.read({ code: '0', data: null })).toMatchObject({
    success: true,
    code: '0',
  });
  expect(registerBorrower.envelope?.refuse('11', 'No')).toEqual({ code: '11', message: 'No', data: null });
});
