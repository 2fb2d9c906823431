import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ToastRegion, toastDefaultMs, toastDuration } from './toast.tsx';

test('[TOAST-1] a toast stays 3000 ms, or as long as told, but never under 300 ms', () => {
  expect(toastDefaultMs).toBe(3000);
  expect([
    toastDuration(),
    toastDuration(5000),
    toastDuration(300),
    toastDuration(299),
    toastDuration(0),
  ]).toEqual([3000, 5000, 300, 300, 300]);
});

test('the region stands empty beside the page, so that a first toast is announced', () => {
  expect(renderToStaticMarkup(<ToastRegion>página</ToastRegion>)).toBe(
    'página<output class="toast"></output>',
  );
});
