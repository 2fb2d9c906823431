import { showVouchersOffline } from '../saved-vouchers.ts';
import { start } from '../start-public.ts';

// The signal is back: the page that could not be reached is tried again.
addEventListener('online', () => location.reload());

start({ vouchers: (root) => void showVouchersOffline(root) });
