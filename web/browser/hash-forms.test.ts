// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { followHashForms, hashFormAddress } from './hash-forms.ts';

const query = 'app_from=web&user_from=feria&utm_tag=nov&id=2&links_id=9';

test('[PROMO-7] the hash forms lead to their pages with the query, and no other hash leads anywhere', () => {
  expect(hashFormAddress(`#/downloadTemplate?${query}`)).toBe(`/downloadTemplate?${query}`);
  expect(hashFormAddress('#/agreementTemplate?id=2&down_id=9')).toBe('/agreementTemplate?id=2&down_id=9');
  expect(hashFormAddress('#/registerTemplate')).toBe('/registerTemplate');
  for (const hash of [
    '',
    '#',
    '#cookies',
    '#/other?x',
    '#//evil.example',
    '#/downloadTemplate//evil',
    '#javascript:',
  ]) {
    expect(hashFormAddress(hash), hash).toBeNull();
  }
});

test('[PROMO-7] a hash form is followed when the page opens and when the hash changes', () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
  history.replaceState(null, '', '#cookies');
  followHashForms();
  expect(replace).not.toHaveBeenCalled();
  history.replaceState(null, '', `#/downloadTemplate?${query}`);
  dispatchEvent(new Event('hashchange'));
  followHashForms();
  const address = `/downloadTemplate?${query}`;
  expect(replace.mock.calls).toEqual([[address], [address]]);
});
