import {
  type SavedSlip,
  type SavedVoucher,
  savedVoucherDays,
  savedVouchersMax,
  voucherIdOf,
} from '#domain/site/saved-voucher.ts';
import { workerPaths } from '#domain/site/worker-paths.ts';
import { browserStorage, type VoucherStorage, voucherKey } from './kept-vouchers.ts';
import { selectorOf } from './marks.ts';

interface Seen extends SavedVoucher {
  readonly seenAt: number;
}

interface VoucherRecord {
  readonly owner: string;
  readonly vouchers: readonly Seen[];
}

function read(storage: VoucherStorage | null, now: number): VoucherRecord {
  try {
    const { owner, vouchers } = JSON.parse(storage?.getItem(voucherKey) ?? '') as VoucherRecord;
    const oldest = now - savedVoucherDays * 86_400_000;
    return { owner: String(owner), vouchers: vouchers.filter(({ seenAt }) => seenAt > oldest) };
  } catch {
    return { owner: '', vouchers: [] };
  }
}

/**
 * Stores the voucher of `data-keep` for the owner of `data-owner` and deletes those of others. Stores nothing of the session.
 * Ignores blocked storage.
 */
export function keepVoucher(root: HTMLElement, storage = browserStorage(), now = Date.now()): void {
  try {
    const voucher = JSON.parse(root.dataset.keep ?? '') as SavedVoucher;
    const owner = root.dataset.owner ?? '';
    const record = read(storage, now);
    const isEnded = ({ slip, loan }: SavedVoucher) => !voucher.slip && slip && loan && loan === voucher.loan;
    const others =
      record.owner === owner
        ? record.vouchers.filter((each) => each.id !== voucher.id && !isEnded(each))
        : [];
    const vouchers = [{ ...voucher, seenAt: now }, ...others].slice(0, savedVouchersMax);
    storage?.setItem(voucherKey, JSON.stringify({ owner, vouchers }));
  } catch {
    // Private browsing, or a full store.
  }
}

/**
 * Lists stored vouchers in `data-vouchers`, slips by its first `<template>`, others by its second. The voucher of the page that
 * could not be loaded comes first.
 */
export function showVouchers(
  root: HTMLElement,
  { storage = browserStorage(), now = Date.now(), search = location.search } = {},
): void {
  const [slipTemplate, listTemplate] = root.querySelectorAll('template');
  const { vouchers } = read(storage, now);
  if (!slipTemplate || !listTemplate || vouchers.length === 0) return;
  const request = voucherIdOf(new URLSearchParams(search).get('payCode') ?? '');
  const isOther = ({ id }: SavedVoucher) => Number(id !== request);
  for (const voucher of [...vouchers].sort((a, b) => isOther(a) - isOther(b))) {
    const part = (voucher.slip ? slipTemplate : listTemplate).content.cloneNode(true) as DocumentFragment;
    if (voucher.slip) writeSlip(part, voucher.title, voucher.slip);
    else writeList(part, voucher);
    root.append(part);
  }
  root.hidden = false;
}

function writeSlip(part: DocumentFragment, title: string, slip: SavedSlip): void {
  const { image, imageText, groups, ...texts } = slip;
  for (const [name, text] of Object.entries({ title, ...texts })) {
    const place = part.querySelector(selectorOf('part', name));
    if (place) place.textContent = text;
  }
  const picture = part.querySelector<HTMLImageElement>(`img${selectorOf('part', 'image')}`);
  if (picture && image.startsWith('data:image/svg+xml,')) {
    picture.src = image;
    picture.alt = imageText;
    picture.hidden = false;
  }
  const code = part.querySelector(selectorOf('part', 'code'));
  if (!code) return;
  code.textContent = '';
  for (const group of groups) {
    const digits = document.createElement('span');
    digits.textContent = group;
    code.append(digits);
  }
}

function writeList(part: DocumentFragment, { title, rows }: SavedVoucher): void {
  const [heading, list] = [part.querySelector('h3'), part.querySelector('dl')];
  if (heading) heading.textContent = title;
  for (const { label, value } of rows) {
    const row = document.createElement('div');
    const [term, said] = [document.createElement('dt'), document.createElement('dd')];
    term.textContent = label;
    said.textContent = value;
    said.translate = false;
    row.append(term, said);
    list?.append(row);
  }
}

/** Shows stored vouchers on the offline page. Shows none if the server answers, since anybody may open that address. */
export async function showVouchersOffline(root: HTMLElement): Promise<void> {
  const isOwnAddress = location.pathname === workerPaths.offline;
  const isAnswered =
    isOwnAddress &&
    (await fetch('/health', { cache: 'no-store' }).then(
      () => true,
      () => false,
    ));
  if (!isAnswered) showVouchers(root);
}
