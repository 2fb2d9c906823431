import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loanStatuses } from '#domain/loan/loan-status.ts';
import { isLiveStatus, statusHeader, statusLookMs, watchStatus } from './live-status.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function watch({ isHidden = false, status = 'under-review', isReached = true } = {}) {
  const surroundings = {
    isHidden: () => isHidden,
    look: vi.fn(async () => {
      if (!isReached) throw new TypeError('no connection');
      return new Headers({ [statusHeader]: status });
    }),
    reload: vi.fn(),
  };
  return { ...surroundings, stop: watchStatus('under-review', surroundings) };
}

test('only an order under review or paying out is looked at again', () => {
  expect(loanStatuses.filter(isLiveStatus)).toEqual(['under-review', 'paying-out']);
});

test('the status is looked at every 15 s, and the page loads anew only when it differs', async () => {
  const same = watch();
  await vi.advanceTimersByTimeAsync(statusLookMs * 3);
  expect(same.look).toHaveBeenCalledTimes(3);
  expect(same.reload).not.toHaveBeenCalled();
  same.stop();

  const moved = watch({ status: 'paying-out' });
  await vi.advanceTimersByTimeAsync(statusLookMs - 1);
  expect(moved.look).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(moved.reload).toHaveBeenCalledOnce();
  moved.stop();
});

test('[CALL-8] a hidden page does not look, a look that fails changes nothing, and stopping stops', async () => {
  const hidden = watch({ isHidden: true });
  const unreached = watch({ isReached: false });
  const stopped = watch({ status: 'paying-out' });
  stopped.stop();
  await vi.advanceTimersByTimeAsync(statusLookMs * 2);
  expect(hidden.look).not.toHaveBeenCalled();
  expect(unreached.look).toHaveBeenCalledTimes(2);
  expect(unreached.reload).not.toHaveBeenCalled();
  expect(stopped.look).not.toHaveBeenCalled();
});
