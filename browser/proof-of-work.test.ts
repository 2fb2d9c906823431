// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { drawChallenge, provenLevel } from '#lending/registration/proof-of-work.ts';
import { proofOfWork } from './proof-of-work.ts';

const binding = { registrationId: 'sid-1', lastSentAt: null };
const rules = { secret: 'whsec_secret', iterations: 1, now: new Date('2026-11-20T12:00:00Z') };

async function page(challenge: string) {
  document.body.innerHTML = `<form data-sending="Sending"><input id="mobile"><input type="hidden" name="proof">
    <button value="send">Send code</button><button value="apply">Register</button></form>`;
  const form = document.querySelector('form') as HTMLFormElement;
  const proof = document.querySelector('[name=proof]') as HTMLInputElement;
  const sent: string[] = [];
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    sent.push(proof.value);
  });
  proof.dataset.challenge = challenge;
  proofOfWork(proof);
  const press = (value: string) =>
    document.querySelector<HTMLButtonElement>(`button[value=${value}]`)?.click();
  return { form, proof, sent, press };
}

test('the work begins when the form is used, and the service takes its proof', async () => {
  const { proof } = await page(await drawChallenge(binding, 0, rules));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(proof.value).toBe('');
  document.querySelector<HTMLInputElement>('#mobile')?.dispatchEvent(new Event('focusin', { bubbles: true }));
  await vi.waitFor(() => expect(proof.value).not.toBe(''), 10_000);
  expect(await provenLevel(proof.value, binding, rules)).toBe(0);
});

test('a form sent for a code is held until the work is done, and sent once with its proof', async () => {
  const { sent, press } = await page(await drawChallenge(binding, 0, rules));
  press('send');
  expect(sent).toEqual([]);
  expect(document.querySelector('button')?.textContent).toBe('Sending');
  await vi.waitFor(() => expect(sent).toHaveLength(1), 10_000);
  expect(await provenLevel(sent[0] ?? '', binding, rules)).toBe(0);
  expect(document.querySelector('button')?.textContent).toBe('Send code');
});

test('without a challenge, and for any other button, nothing is held', async () => {
  const own = await page('');
  own.press('send');
  expect(own.sent).toEqual(['']);
  const other = await page(await drawChallenge(binding, 0, rules));
  other.press('apply');
  expect(other.sent).toEqual(['']);
});

test('a challenge that cannot be read holds nothing up', async () => {
  const { sent, press } = await page('{');
  press('send');
  await vi.waitFor(() => expect(sent).toEqual(['']));
});
