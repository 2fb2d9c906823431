import { useEffect, useState } from 'react';
import { secondsLeft } from '#domain/sms/countdown.ts';

/** Whole seconds left of `seconds` since `start` last became another value; 0 while it is null. */
export function useCountdown(start: unknown, seconds: number): number {
  const [leftSeconds, setLeftSeconds] = useState(0);
  useEffect(() => {
    if (!start) return;
    const startedAtMs = Date.now();
    const tick = () => {
      const leftNow = secondsLeft(seconds, Date.now() - startedAtMs);
      setLeftSeconds(leftNow);
      if (leftNow === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 250);
    tick();
    return () => clearInterval(timer);
  }, [start, seconds]);
  return leftSeconds;
}
