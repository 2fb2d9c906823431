import { copy } from '../copy.ts';
import { reloadOnReturn } from '../reload-on-return.ts';
import { keepVoucher } from '../saved-vouchers.ts';
import { serviceButton } from '../service-button.ts';
import { start } from '../start.ts';

start({ copy, keep: (root) => keepVoucher(root) }, { '#service-button': serviceButton });
reloadOnReturn();
