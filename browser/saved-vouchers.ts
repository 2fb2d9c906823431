import { type SavedVoucher, savedVoucherDays, savedVouchersMax } from '#domain/site/saved-voucher.ts';

/** The part of `localStorage` that vouchers need. */
export type VoucherStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Seen extends SavedVoucher {
  readonly seenAt: number;
}

interface KeptVouchers {
  readonly owner: string;
  readonly vouchers: readonly Seen[];
}

const storageKey = 'vouchers';

function ownStorage(): VoucherStorage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

function read(storage: VoucherStorage | null, now: number): KeptVouchers {
  try {
    const { owner, vouchers } = JSON.parse(storage?.getItem(storageKey) ?? '') as KeptVouchers;
    const oldest = now - savedVoucherDays * 86_400_000;
    return { owner: String(owner), vouchers: vouchers.filter(({ seenAt }) => seenAt > oldest) };
  } catch {
    return { owner: '', vouchers: [] };
  }
}

/**
 * Keeps the voucher of `data-keep` for the person of `data-owner`; those of anybody else are forgotten first. Nothing of the
 * session is among it. A browser that keeps nothing is no error.
 */
export function keepVoucher(root: HTMLElement, storage = ownStorage(), now = Date.now()): void {
  try {
    const voucher = JSON.parse(root.dataset.keep ?? '') as SavedVoucher;
    const owner = root.dataset.owner ?? '';
    const known = read(storage, now);
    const others = known.owner === owner ? known.vouchers.filter(({ id }) => id !== voucher.id) : [];
    const vouchers = [{ ...voucher, seenAt: now }, ...others].slice(0, savedVouchersMax);
    storage?.setItem(storageKey, JSON.stringify({ owner, vouchers }));
  } catch {
    // Private browsing, or a full store.
  }
}

/** Forgets all vouchers, as the session ends. */
export function forgetVouchers(storage = ownStorage()): void {
  try {
    storage?.removeItem(storageKey);
  } catch {
    // Then there are none.
  }
}

/** Shows what is kept in the place of `data-vouchers`, by the `<template>` in it, and takes `hidden` away. */
export function showVouchers(root: HTMLElement, storage = ownStorage(), now = Date.now()): void {
  const template = root.querySelector('template');
  const { vouchers } = read(storage, now);
  if (!template || vouchers.length === 0) return;
  for (const { title, rows } of vouchers) {
    const part = template.content.cloneNode(true) as DocumentFragment;
    const [heading, list] = [part.querySelector('h3'), part.querySelector('dl')];
    if (heading) heading.textContent = title;
    for (const { label, value } of rows) {
      const row = document.createElement('div');
      const [term, said] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = label;
      said.textContent = value;
      row.append(term, said);
      list?.append(row);
    }
    root.append(part);
  }
  root.hidden = false;
}
