import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { signatureOf } from '#lending/http/signature.ts';

// `npm run host-call -- /host/reconciliation '{}'` signs a call with HOST_SIGNING_SECRET, sends it to LLANO (an address,
// http://127.0.0.1:PORT when absent) and writes the answer. It ends with 1 when the call was refused.

const [path = '', body = '{}'] = process.argv.slice(2);
const { LLANO, PORT = '3000', HOST_SIGNING_SECRET: secret = '' } = process.env;
if (!path.startsWith('/host/') || secret === '') {
  process.stderr.write("HOST_SIGNING_SECRET=whsec_… npm run host-call -- /host/reconciliation '{}'\n");
  process.exit(1);
}
const answer = await fetch(new URL(path, LLANO || `http://127.0.0.1:${PORT}`), {
  method: 'POST',
  body,
  headers: {
    'Content-Type': 'application/json',
    ...signatureOf({ id: randomUUID(), body }, secret, new Date()),
  },
});
process.stdout.write(`${await answer.text()}\n`);
process.exitCode = answer.ok ? 0 : 1;
