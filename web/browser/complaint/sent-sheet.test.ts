// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { leavingEvent } from '../send-form.ts';
import { sentSheet } from './sent-sheet.ts';

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = '<form></form><dialog></dialog>';
  return () => vi.useRealTimers();
});

const dialog = () => document.querySelector('dialog') as HTMLDialogElement;

function leaveFor(link: string): boolean {
  const leaving = new CustomEvent(leavingEvent, { bubbles: true, cancelable: true, detail: link });
  return document.forms[0]?.dispatchEvent(leaving) ?? true;
}

test('[COMP-4] a filed complaint clears the storage and says so for 1.5 s, then the start page takes its place', () => {
  vi.useFakeTimers();
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
  localStorage.setItem('complaint rosa', 'x');
  sentSheet(dialog());
  expect(leaveFor('/complaint?filed=QJ-2026-000123-38&lang=2')).toBe(false);
  expect(localStorage).toHaveLength(0);
  expect(dialog().open).toBe(true);
  vi.advanceTimersByTime(1499);
  expect(replace).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(replace.mock.calls).toEqual([['/complaint?filed=QJ-2026-000123-38&lang=2']]);
});

test('[COMP-4] closing the sheet opens the start page at once', () => {
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => {});
  sentSheet(dialog());
  leaveFor('/complaint?filed=1');
  dialog().close();
  expect(replace.mock.calls).toEqual([['/complaint?filed=1']]);
});

test('[COMP-4] an answer that leads on without a complaint filed forgets nothing', () => {
  localStorage.setItem('complaint rosa', 'x');
  sentSheet(dialog());
  expect(leaveFor('/complaint?problemType=1')).toBe(true);
  expect(localStorage).toHaveLength(1);
  expect(dialog().open).toBe(false);
});
