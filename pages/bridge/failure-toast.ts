import { type ReactNode, useEffect } from 'react';
import { bridgeFailureEvent } from '#domain/bridge/failure.ts';
import { useToast } from '../ui/notice/toast.tsx';

/** Says in a toast that an action could not be given to the host; the page goes on (BRIDGE-3). */
export function BridgeFailureToast({ text }: { readonly text: string }): ReactNode {
  const showToast = useToast();
  useEffect(() => {
    const tell = (): void => showToast(text);
    window.addEventListener(bridgeFailureEvent, tell);
    return () => window.removeEventListener(bridgeFailureEvent, tell);
  }, [showToast, text]);
  return null;
}
