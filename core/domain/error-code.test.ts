import { expect, test } from 'vitest';
import { CodedError } from './error-code.ts';

const copyOf = './error-code.ts?copy';
const copy: { CodedError: typeof CodedError } = await import(copyOf);

test('a refusal of another copy of the file, and of its subclasses, is a refusal here', () => {
  class Worded extends copy.CodedError {
    override name = 'Worded';
  }
  expect(copy.CodedError).not.toBe(CodedError);
  expect(new copy.CodedError('not-found')).toBeInstanceOf(CodedError);
  expect(new Worded('request-invalid', 'name')).toBeInstanceOf(CodedError);
  expect(new Error('not-found')).not.toBeInstanceOf(CodedError);
});
