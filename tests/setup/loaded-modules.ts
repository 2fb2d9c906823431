import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Loaded before a program (`node --import`), writes the addresses of all modules it loads to the file that
// LOADED_MODULES_FILE names, when it ends.

const addresses: string[] = [];
registerHooks({
  load(url, context, nextLoad) {
    addresses.push(url);
    return nextLoad(url, context);
  },
});
process.once('exit', () => writeFileSync(process.env.LOADED_MODULES_FILE ?? '', JSON.stringify(addresses)));
