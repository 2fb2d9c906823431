import { CodedError } from '#domain/error-code.ts';
import { deskScreen } from './desk-screen.tsx';
import type { OpenDesk } from './open-desk.ts';

/** A screen that answers with a borrower's photo (JPEG). The service logs who opens it; caches must not store it. */
export function photoScreen({
  path,
  needs,
  read,
}: {
  readonly path: string;
  readonly needs: 'see-money' | 'see-complaints';
  read(desk: OpenDesk): Promise<Uint8Array<ArrayBuffer> | null>;
}): ReturnType<typeof deskScreen> {
  return deskScreen({
    path,
    needs,
    async load(desk) {
      const bytes = await read(desk);
      if (!bytes) throw new CodedError('not-found');
      return new Response(bytes, {
        headers: {
          'Content-Type': 'image/jpeg',
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
          'Content-Security-Policy': "default-src 'none'; sandbox",
        },
      });
    },
    title: () => '',
    page: () => null,
  });
}
