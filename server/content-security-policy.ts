import { NONCE } from 'hono/secure-headers';

/** The header that carries a policy. */
export const policyHeader = 'Content-Security-Policy';

/** Where pages may lead, load from and be framed besides their own origin. */
export interface PolicyOrigins {
  readonly imageOrigins: readonly string[];
  readonly redirectOrigins: readonly string[];
  readonly frameAncestors: readonly string[];
}

/**
 * What a browser may do on the borrowers' pages.
 * @param isLive whether the pages are run from their sources.
 */
export const pagesPolicy = (
  { imageOrigins, redirectOrigins, frameAncestors }: PolicyOrigins,
  isLive: boolean,
) => ({
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  connectSrc: ["'self'"],
  fontSrc: ["'none'"],
  formAction: ["'self'", ...redirectOrigins],
  frameAncestors: ["'self'", ...frameAncestors],
  frameSrc: ["'self'"],
  imgSrc: ["'self'", 'data:', 'blob:', ...imageOrigins],
  manifestSrc: ["'self'"],
  scriptSrc: ["'self'", NONCE],
  // A nonce would take the others' leave: Vite's client writes what it says of a fault with a style of its own.
  styleSrc: isLive ? ["'unsafe-inline'"] : [NONCE],
  workerSrc: ["'self'"],
  // The pages' scripts make HTML and addresses of scripts by one policy alone, of which each file has a copy (web/browser/trusted.ts).
  ...(isLive ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ['llano', "'allow-duplicates'"] }),
});

/**
 * What a browser may do on the desk.
 * @param isLive whether the pages follow their sources, whose tools bring script and styles of theirs.
 */
export const deskPolicy = (isLive: boolean) => ({
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  connectSrc: isLive ? ["'self'"] : ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  imgSrc: ["'self'", 'data:'],
  scriptSrc: isLive ? ["'self'"] : ["'none'"],
  styleSrc: isLive ? ["'unsafe-inline'"] : [NONCE],
});

/** Of a page that loads nothing. */
export const barePolicy = "default-src 'none'";
