import { hash } from 'node:crypto';
import type { ErrorCode } from '#domain/error-code.ts';
import { type Language, languageOf, languageParameter } from '#domain/language.ts';
import type { PagesApp } from '#pages/screen.tsx';
import { barePolicy, policyHeader } from '../content-security-policy.ts';

/** Headers as alternating names and values, and the body. */
export interface RefusalPage {
  readonly headers: readonly string[];
  readonly text: string;
}

export type RefusalPages = Readonly<Record<Language, RefusalPage>>;

/** Renders the page of a refusal once, without data of a request and without script. */
export async function writeRefusalPages(
  pages: Pick<PagesApp, 'fetch'>,
  refusedBy: ErrorCode,
): Promise<RefusalPages> {
  const written = async (language: Language): Promise<RefusalPage> => {
    const request = new Request(`http://llano.internal/?lang=${languageParameter(language)}`);
    const text = await (await pages.fetch(request, { refusedBy })).text();
    const style = /<style[^>]*>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const digest = hash('sha256', style, 'base64');
    const policy = `${barePolicy}; style-src 'sha256-${digest}'; img-src data:; form-action 'self'`;
    return {
      text,
      headers: [
        'Content-Type',
        'text/html; charset=utf-8',
        policyHeader,
        policy,
        'Cache-Control',
        'no-store',
        'Content-Length',
        String(Buffer.byteLength(text)),
      ],
    };
  };
  return { es: await written('es'), en: await written('en') };
}

/** Reads the language of the address (LANG-1). */
export function refusalPageFor(pages: RefusalPages, url: string): RefusalPage {
  return pages[languageOf(/[?&]lang=([^&#]*)/.exec(url)?.[1])];
}
