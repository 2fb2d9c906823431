import { showVouchers } from '../saved-vouchers.ts';
import { start } from '../start.ts';

start({ vouchers: (root) => showVouchers(root) });
