// Starts the server as `npm start` does: in development, with provider stand-ins unless providers are set.
import { setTimeout as pause } from 'node:timers/promises';
import { runChild } from './child.mjs';
import { startStandIns } from './stand-ins.ts';

const {
  MODE,
  API_BASE,
  HOST,
  PORT,
  HOST_SIGNING_SECRET,
  CARD_PROVIDER_MX,
  CARD_PROVIDER_IN,
  STRIPE_SECRET_KEY_MX,
  STRIPE_SECRET_KEY_IN,
  RAZORPAY_KEY_ID,
  CONEKTA_PRIVATE_KEY,
} = process.env;
const hasProvider = Boolean(
  API_BASE || STRIPE_SECRET_KEY_MX || STRIPE_SECRET_KEY_IN || RAZORPAY_KEY_ID || CONEKTA_PRIVATE_KEY,
);
const origin = `http://${HOST || '127.0.0.1'}:${PORT || '3000'}`;
const standIns =
  (MODE || 'development') === 'development' && !hasProvider
    ? await startStandIns(() => origin, HOST_SIGNING_SECRET || undefined)
    : null;
const ended = runChild(process.execPath, process.argv.slice(2), {
  ...process.env,
  ...standIns?.variables,
  ...(CARD_PROVIDER_MX && { CARD_PROVIDER_MX }),
  ...(CARD_PROVIDER_IN && { CARD_PROVIDER_IN }),
});
void handInCard().catch(({ message }) => process.stderr.write(`${message}\n`));
const code = await ended;
await standIns?.close();
process.exit(code);

async function handInCard() {
  if (standIns === null) return;
  while (!(await fetch(`${origin}/ready`).catch(() => null))?.ok) await pause(500);
  await standIns.handInCard();
}
