import { expect, test } from 'vitest';
import { EnvironmentError, readEnvironment } from './environment.ts';
import { securityText } from './security-text.ts';

const now = () => new Date('2026-11-20T18:00:00Z');
const textWith = (variables: Record<string, string>) => securityText(readEnvironment(variables), now)?.();

test('security.txt names contact, expiry and languages (RFC 9116)', () => {
  const policy = 'https://lender.example/security';
  const variables = { SECURITY_CONTACT: 'seguridad@lender.example', SECURITY_POLICY: policy };
  expect(textWith({ MODE: 'development', ...variables, H5_BASE: 'https://pages.example' })).toBe(
    [
      'Contact: mailto:seguridad@lender.example',
      'Expires: 2027-05-19T18:00:00.000Z',
      'Preferred-Languages: es, en',
      'Canonical: https://pages.example/.well-known/security.txt',
      'Policy: https://lender.example/security',
      '',
    ].join('\n'),
  );
  expect(textWith({ SECURITY_CONTACT: policy })).toBe(
    `Contact: ${policy}\nExpires: 2027-05-19T18:00:00.000Z\nPreferred-Languages: es, en\n`,
  );
});

test('without a contact there is no such text', () => {
  expect(textWith({ SECURITY_POLICY: 'https://lender.example/security' })).toBeUndefined();
});

test.each(['http://lender.example', 'nobody', 'a@lender.example\nContact: b@evil.example', 'javascript:x'])(
  'a contact has to be a mail address or an https one: %j',
  (contact) => {
    expect(() => textWith({ SECURITY_CONTACT: contact })).toThrow(EnvironmentError);
  },
);
