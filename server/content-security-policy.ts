import { NONCE } from 'hono/secure-headers';

export const policyHeader = 'Content-Security-Policy';

export interface PolicyOrigins {
  readonly imageOrigins: readonly string[];
  readonly redirectOrigins: readonly string[];
  readonly frameAncestors: readonly string[];
}

/** Policy of the borrowers' pages. @param isLive whether Vite serves the pages. */
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
  // A nonce would disable 'unsafe-inline', which Vite's error overlay needs.
  styleSrc: isLive ? ["'unsafe-inline'"] : [NONCE],
  workerSrc: ["'self'"],
  // Scripts create HTML and script addresses by one Trusted Types policy, of which each file has a copy (web/browser/trusted.ts).
  ...(isLive ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ['llano', "'allow-duplicates'"] }),
});

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

export const barePolicy = "default-src 'none'";
