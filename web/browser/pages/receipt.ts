import { keepVoucher } from '../saved-vouchers.ts';
import { start } from '../start.ts';

start({ keep: (root) => keepVoucher(root) });
