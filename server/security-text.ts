import { securityTextPath } from './reserved-paths.ts';
import type { Settings } from './settings.ts';

/** RFC 9116 advises less than a year; counted from each answer. */
const lastingMs = 180 * 86_400_000;

/** The text of `securityTextPath`; null if the settings name no contact. */
export function securityText(
  { http, security }: Pick<Settings, 'http' | 'security'>,
  now: () => Date,
): (() => string) | null {
  const { contact, policy } = security;
  if (contact === '') return null;
  const { h5Base } = http;
  return () => {
    const expires = new Date(now().getTime() + lastingMs).toISOString();
    const lines = [
      `Contact: ${contact.startsWith('https://') ? contact : `mailto:${contact}`}`,
      `Expires: ${expires}`,
      'Preferred-Languages: es, en',
      ...(h5Base === '' ? [] : [`Canonical: ${h5Base}${securityTextPath}`]),
      ...(policy === '' ? [] : [`Policy: ${policy}`]),
    ];
    return `${lines.join('\n')}\n`;
  };
}
