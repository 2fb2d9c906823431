import { expect, test } from 'vitest';
import { errorText } from '#content/messages/errors.ts';
import { genericEnvelope, v3Envelope } from '#contract/envelope.ts';
import { errorCodes } from '#contract/error-codes.ts';
import { CodedError, type ErrorCode } from '#domain/error-code.ts';
import { describeFailure, refusal } from './answer.ts';

test('every refusal has its status, its wire code and words in both languages', async () => {
  for (const code of Object.keys(errorCodes) as ErrorCode[]) {
    for (const language of ['es', 'en'] as const) {
      const response = refusal(new CodedError(code, 'amount'), v3Envelope, language);
      const { wireCode, status } = errorCodes[code];
      expect(response.status).toBe(status);
      const message = errorText[language][code].replace('{field}', 'amount');
      expect(await response.json()).toEqual({ success: false, code: wireCode, message, data: null });
    }
    expect(errorText.es[code]).not.toBe(errorText.en[code]);
  }
});

test('a refusal comes in the envelope it is given', async () => {
  const response = refusal(new CodedError('not-found'), genericEnvelope, 'en');
  expect(await response.json()).toEqual({
    code: '404',
    message: 'We could not find what you are looking for.',
    data: null,
  });
});

test('what is reported of a failure holds no word of its message, even where that looks like a stack', () => {
  const cause = Object.assign(new TypeError('hidden cause'), { code: '23505', detail: 'hidden detail' });
  const failure = new Error('hidden\n    at hidden (line of the message)', { cause });
  const report = describeFailure(failure);
  expect(report).toMatchObject({ failure: 'Error', cause: 'TypeError', code: '23505' });
  expect(JSON.stringify(report)).not.toContain('hidden');
  expect(JSON.stringify(report.at)).toContain('answer.test.ts');
  expect(describeFailure('hidden')).toEqual({ failure: 'string' });
});
