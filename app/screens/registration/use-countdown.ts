import { useEffect, useState } from 'react';

/** Whole seconds left of `seconds` since `start` last became another value; 0 while it is null. */
export function useCountdown(start: unknown, seconds: number): number {
  const [leftSeconds, setLeftSeconds] = useState(0);
  useEffect(() => {
    if (!start) return;
    const endsAtMs = Date.now() + seconds * 1000;
    const tick = () => {
      const leftNow = Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000));
      setLeftSeconds(leftNow);
      if (leftNow === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, 250);
    tick();
    return () => clearInterval(timer);
  }, [start, seconds]);
  return leftSeconds;
}

/** Seconds as a clock shows them, `0:42`. */
export function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
