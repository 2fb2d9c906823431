import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';
import type { PagesApp } from '#pages/screen.tsx';
import { createPageCompression, type PageCompression } from './compress-whole.ts';
import { deskPolicy, policyHeader } from './content-security-policy.ts';

/** The desk with its headers: no caching, no framing, no foreign scripts. @param isLive whether Vite serves the pages. */
export function createDeskApp(desk: Pick<PagesApp, 'fetch'>, { isLive }: { readonly isLive: boolean }) {
  const app = new Hono();
  const secure = secureHeaders({
    contentSecurityPolicy: deskPolicy(isLive),
    permissionsPolicy: { camera: [], microphone: [], payment: [], geolocation: [] },
    referrerPolicy: 'same-origin',
    // `listen` sets these headers.
    strictTransportSecurity: false,
    crossOriginResourcePolicy: false,
    xContentTypeOptions: false,
    xFrameOptions: 'DENY',
    crossOriginEmbedderPolicy: false,
  });
  app.use(async (context, next) => {
    const own: { policy: string | null } = { policy: null };
    await secure(context, async () => {
      await next();
      own.policy = context.res.headers.get(policyHeader);
    });
    // Photos have a stricter policy than pages.
    if (own.policy !== null) context.header(policyHeader, own.policy);
  });
  app.use(async (context, next) => {
    await next();
    context.header('Cache-Control', 'no-store');
  });
  // For answers that are no pages, such as streamed lists.
  app.use(compress());
  // Live pages are changed after rendering.
  const compression: PageCompression = isLive ? () => ({}) : createPageCompression();
  app.all('*', async (context) => {
    const nonce = context.get('secureHeadersNonce' as never) as string;
    return desk.fetch(context.req.raw, { nonce, ...compression(context) });
  });
  return app;
}
