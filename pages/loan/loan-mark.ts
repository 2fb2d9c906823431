import { hash } from 'node:crypto';

/** Names a loan in what a browser keeps, without telling which it is. */
export function loanMark(orderId: string): string {
  return hash('sha256', orderId).slice(0, 16);
}
