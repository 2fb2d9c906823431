import { keepVoucher } from '../saved-vouchers.ts';
import { start } from '../start.ts';

start({ '[data-keep]': (root) => keepVoucher(root) });
