import { copy } from '../copy.ts';
import { keepVoucher } from '../saved-vouchers.ts';
import { serviceButton } from '../service-button.ts';
import { start } from '../start.ts';

start({ copy, keep: (root) => keepVoucher(root) }, { '#service-button': serviceButton });
