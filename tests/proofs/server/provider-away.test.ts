import { ClientRequest } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { webhookMessages } from '#db/schema/webhook.ts';
import type { Gate } from '#tests/providers/gate.ts';
import { openWays, paidMinor, type Way } from '#tests/providers/ways-to-pay.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';

// Messages about which their provider has to be asked, while it cannot be.

const { database } = await testLendingService();
const { ways, service, owed, outflows, settled, secrets, expectBooksAgree } = await openWays(database);

/** From now on a provider is waited for a hundredth of the time. */
function hurry(): void {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
  const { setTimeout: setLimit } = ClientRequest.prototype;
  vi.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
    this: ClientRequest,
    ms,
    callback,
  ) {
    return setLimit.call(this, ms / 100, callback);
  });
}
afterEach(() => vi.restoreAllMocks());

const lapses: readonly Gate['answers'][] = ['failing', 'hanging', 'no-json', 'another-form'];
const messages = () => database.$count(webhookMessages);
const lines = () => service().reported.filter(({ message }) => /(its|provider) message/.test(message));
const asking = ways.filter(({ provider }) => provider !== 'fintoc');

/**
 * Sends the newest message of a way while its provider cannot be asked, each time in another way.
 * @returns whether it is one that it has to be asked about.
 */
async function sendWhileAway({ standIn, gate, provider }: Way): Promise<boolean> {
  const message = standIn.events.at(-1) ?? {};
  const before = [await owed(), await outflows(), await messages()];
  for (const lapse of lapses) {
    gate.answers = lapse;
    const logged = lines().length;
    if (lapse === 'hanging') hurry();
    const status = await standIn.send(message);
    vi.restoreAllMocks();
    if (status === 200) return false;
    expect([lapse, status]).toEqual([lapse, 503]);
    expect([await owed(), await outflows(), await messages()]).toEqual(before);
    expect(lines().slice(logged)).toMatchObject([
      { level: lapse === 'another-form' ? expect.any(String) : 'warn', fields: { provider } },
    ]);
  }
  gate.answers = 'well';
  expect(await standIn.send(message)).toBe(200);
  expect(await standIn.send(message)).toBe(200);
  return true;
}

test.each(asking)(
  '$name: what cannot be asked about now is not lost, and counts once',
  async (way) => {
    const code = await way.begin();
    const before = await owed();
    way.standIn.delivery = 'hold';
    await way.pay(code);
    if (!way.isChargedAtOnce) await sendWhileAway(way);
    way.gate.answers = 'well';
    expect(await owed()).toBe(before - paidMinor);
    await way.refund(code, paidMinor);
    expect(await sendWhileAway(way)).toBe(true);
    await settled();
    expect([await owed(), await outflows()]).toEqual([before, ['booked']]);
    for (const secret of secrets) expect(JSON.stringify(service().reported)).not.toContain(secret);
    await expectBooksAgree();
  },
  60_000,
);
