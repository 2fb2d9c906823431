import { afterLoad } from '../after-load.ts';
import { hasHost, sendToHost } from '../bridge.ts';
import { hostConfig } from '../host-data.ts';
import { forgetVouchers } from '../kept-vouchers.ts';
import { start } from '../start.ts';

start();

// Asks the host once to log the borrower in; in a plain browser the page's own link does it (SESS-4, BRIDGE-2).
const config = hostConfig();
if (hasHost(config)) afterLoad(() => sendToHost(config, { name: 'forceLogin' }));
// Stored vouchers survive an idle timeout, since borrowers show them at a shop later; a revoked session deletes them (REPAY-5).
if (!config.keepsVouchers) forgetVouchers();
