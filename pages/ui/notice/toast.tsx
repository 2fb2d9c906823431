import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './toast.module.css';

/** How long a toast stays unless told otherwise, and the least it can be told (TOAST-1). */
export const toastDefaultMs = 3000;
const toastLeastMs = 300;

/** Shows a text for a while, 3000 ms unless given, at least 300 ms (TOAST-1). */
export type ShowToast = (text: string, durationMs?: number) => void;

const ToastContext = createContext<ShowToast>(() => {});

/** The way to show a toast, from anywhere in a page. Without script the server puts a note on the next page instead. */
export function useToast(): ShowToast {
  return use(ToastContext);
}

/** How long a toast stays, ms (TOAST-1). */
export function toastDuration(durationMs: number = toastDefaultMs): number {
  return Math.max(toastLeastMs, durationMs);
}

/** Holds the page and the one toast above it. Over an open dialog the toast is part of it, else it would lie behind. */
export function ToastRegion({ children }: { readonly children: ReactNode }): ReactNode {
  const [toast, setToast] = useState<{ readonly text: string; readonly durationMs: number }>();
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(setToast, toast.durationMs);
    return () => clearTimeout(timer);
  }, [toast]);
  const [show] = useState(() => (text: string, durationMs?: number) => {
    setToast({ text, durationMs: toastDuration(durationMs) });
  });
  const output = <output className={styles.toast}>{toast?.text}</output>;
  const dialog = toast && document.querySelector('dialog[open]');
  return (
    <ToastContext value={show}>
      {children}
      {dialog ? createPortal(output, dialog) : output}
    </ToastContext>
  );
}
