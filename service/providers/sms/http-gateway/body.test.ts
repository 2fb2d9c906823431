import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SmsMessage } from '../../ports/sms.ts';
import { fillSmsBody, smsBodyProblem } from './body.ts';

const message: SmsMessage = {
  ...{ messageId: 'm1', to: '+525550000100', purpose: 'card-payment', language: 'en' },
  text: 'Your code is 071304',
  values: { code: '071304', appName: 'Llano', amount: '$ 100.00', originLine: '' },
};
const json = {
  contentType: 'application/json; charset=utf-8',
  template: '{"recipient":"{to}","body":{"text":"{text}"},"id":"{messageId}"}',
};
const form = {
  contentType: 'application/x-www-form-urlencoded',
  template: 'To={toDigits}&Body={text}&Ref={messageId}',
};

test('whatever a message says, a JSON body holds it and nothing else', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ maxLength: 40 }),
      (text, messageId) => {
        const body: unknown = JSON.parse(fillSmsBody(json, { ...message, messageId }, { id: '', text }, ''));
        expect(body).toEqual({ recipient: '+525550000100', body: { text }, id: messageId });
      },
    ),
  );
});

test('whatever a message says, a form body holds it and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      const body = fillSmsBody(form, message, { id: '', text }, '');
      expect([...new URLSearchParams(body)]).toEqual([
        ['To', '525550000100'],
        ['Body', text],
        ['Ref', 'm1'],
      ]);
    }),
  );
});

test('a template is refused without its text or number, outside its strings, and in an unknown type', () => {
  expect(smsBodyProblem(json)).toBeNull();
  expect(smsBodyProblem(form)).toBeNull();
  expect(smsBodyProblem({ ...json, template: '{"to":"{to}"}' })).toMatch(/\{text\}/);
  expect(smsBodyProblem({ ...form, template: 'To={to}&Id={template}&Otp={code}' })).toBeNull();
  expect(smsBodyProblem({ ...form, template: 'Body={text}' })).toMatch(/\{to\}/);
  expect(smsBodyProblem({ ...json, template: '{"to":"{to}","text":{text}}' })).toMatch(/JSON/);
  expect(smsBodyProblem({ ...json, contentType: 'text/xml' })).toMatch(/application\/json/);
  expect(() =>
    fillSmsBody({ ...json, contentType: 'text/xml' }, message, { id: '', text: '' }, ''),
  ).toThrow();
});
