import { fill } from './answer.ts';

/** After this long the form is sent without the proof, and the code comes later. */
const heldMsMax = 20_000;

/** Parallel tries; enough to use all threads of a phone. */
const triesAtOnce = 4;

/** Find a counter whose derived key begins with `keyPrefix`, all in hexadecimal (`altcha-lib`). */
interface Challenge {
  readonly parameters: {
    readonly nonce: string;
    readonly salt: string;
    readonly cost: number;
    readonly keyPrefix: string;
  };
}

/**
 * Solves `data-challenge` once the form is used and writes the proof into this hidden field. A form sent for a code waits for it.
 * A browser that cannot solve it sends the form without.
 */
export function proofOfWork(root: HTMLElement): void {
  const input = root as HTMLInputElement;
  const { form } = input;
  const { challenge } = input.dataset;
  if (!form || !challenge || input.value || !globalThis.crypto?.subtle) return;
  let work: Promise<void> | undefined;
  let isOver = false;
  const begin = (): Promise<void> => {
    work ??= prove(challenge, () => input.isConnected && !isOver)
      .then((proof) => {
        input.value = proof;
      })
      .catch(() => undefined)
      .finally(() => {
        isOver = true;
      });
    return work;
  };
  form.addEventListener('focusin', () => void begin(), { once: true });

  // After the form's own checks: a form at fault is not held.
  const hold = (event: Event): void => {
    if (!input.isConnected || isOver) {
      document.removeEventListener('click', hold);
      return;
    }
    const button = (event.target as Element).closest<HTMLButtonElement>('button[value=send]');
    if (!button || button.form !== form || event.defaultPrevented) return;
    event.preventDefault();
    const label = [...button.childNodes];
    button.textContent = form.dataset.sending ?? '';
    button.disabled = true;
    const enough = new Promise<void>((resolve) => {
      setTimeout(resolve, heldMsMax);
    });
    void Promise.race([begin(), enough]).then(() => {
      isOver = true;
      button.disabled = false;
      fill(button, ...label);
      button.click();
    });
  };
  document.addEventListener('click', hold);
}

async function prove(text: string, isWanted: () => boolean): Promise<string> {
  const challenge = JSON.parse(text) as Challenge;
  const { nonce, salt, cost, keyPrefix } = challenge.parameters;
  for (let first = 0; isWanted(); first += triesAtOnce) {
    const counters = Array.from({ length: triesAtOnce }, (_, index) => first + index);
    const keys = await Promise.all(
      counters.map((counter) => derivedKey(nonce + counter.toString(16).padStart(8, '0'), salt, cost)),
    );
    const solutionIndex = keys.findIndex((key) => key.startsWith(keyPrefix));
    if (solutionIndex >= 0) {
      const solution = { counter: counters[solutionIndex], derivedKey: keys[solutionIndex] };
      return btoa(JSON.stringify({ challenge, solution }));
    }
  }
  return '';
}

async function derivedKey(password: string, salt: string, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytesOf(password), 'PBKDF2', false, ['deriveBits']);
  const way = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations };
  const bits = new Uint8Array(await crypto.subtle.deriveBits(way, key, 256));
  return [...bits].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(hexadecimal: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hexadecimal.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
