import { showVouchers } from '../saved-vouchers.ts';
import { start } from '../start.ts';

start({ '[data-vouchers]': (root) => showVouchers(root) });
