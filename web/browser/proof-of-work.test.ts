// @vitest-environment happy-dom
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { proofOfWork } from './proof-of-work.ts';

const hmacSignatureSecret = 'a secret that only tests know';

async function newChallenge(): Promise<string> {
  const way = { algorithm: 'PBKDF2/SHA-256', cost: 1, keyPrefix: '00', deriveKey };
  return JSON.stringify(await createChallenge({ ...way, hmacSignatureSecret }));
}

/** Whether the service's library takes a proof. */
async function isProof(proof = ''): Promise<boolean> {
  return (await verifySolution({ ...JSON.parse(atob(proof)), deriveKey, hmacSignatureSecret })).verified;
}

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
  const { proof } = await page(await newChallenge());
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(proof.value).toBe('');
  document.querySelector<HTMLInputElement>('#mobile')?.dispatchEvent(new Event('focusin', { bubbles: true }));
  await expect.poll(() => proof.value).not.toBe('');
  expect(await isProof(proof.value)).toBe(true);
});

test('a form sent for a code is held until the work is done, and sent once with its proof', async () => {
  const { sent, press } = await page(await newChallenge());
  press('send');
  expect(sent).toEqual([]);
  expect(document.querySelector('button')?.textContent).toBe('Sending');
  await expect.poll(() => sent).toHaveLength(1);
  expect(await isProof(sent[0])).toBe(true);
  expect(document.querySelector('button')?.textContent).toBe('Send code');
});

test('without a challenge, and for any other button, nothing is held', async () => {
  const own = await page('');
  own.press('send');
  expect(own.sent).toEqual(['']);
  const other = await page(await newChallenge());
  other.press('apply');
  expect(other.sent).toEqual(['']);
});

test('a challenge that cannot be read holds nothing up', async () => {
  const { sent, press } = await page('{');
  press('send');
  await expect.poll(() => sent).toEqual(['']);
});
