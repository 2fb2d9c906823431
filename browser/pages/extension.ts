import { copy } from '../copy.ts';
import { keepVoucher } from '../saved-vouchers.ts';
import { serviceButton } from '../service-button.ts';
import { start } from '../start.ts';

start({
  '[data-copy]': copy,
  '#service-button': serviceButton,
  '[data-keep]': (root) => keepVoucher(root),
});
