import type { VisitOrigin } from '#contract/calls/registration.ts';
import { sitePaths } from '../site/site-paths.ts';

export const promotionPaths = {
  landing: sitePaths.register,
  captcha: `${sitePaths.register}/captcha`,
  download: '/downloadTemplate',
  agreement: '/agreementTemplate',
} as const;

/** Parameters of a promotion page (PROMO-7). */
export interface PromotionAddress extends VisitOrigin {
  readonly id: string;
  /** From `links_id` or `down_id`; empty for none. */
  readonly linkId: string;
  readonly inviteCode: string;
}

const longest = { id: 64, linkId: 64, inviteCode: 64, origin: 128 } as const;

/** Reads the parameters; one longer than its call allows counts as absent. */
export function promotionAddress(parameters: URLSearchParams): PromotionAddress {
  const read = (name: string, most: number): string => {
    const value = parameters.get(name) ?? '';
    return value.length <= most ? value : '';
  };
  return {
    id: read('id', longest.id),
    linkId: read('links_id', longest.linkId) || read('down_id', longest.linkId),
    inviteCode: read('invite_code', longest.inviteCode),
    appFrom: read('app_from', longest.origin),
    userFrom: read('user_from', longest.origin),
    utmTag: read('utm_tag', longest.origin),
  };
}

export function promotionParameters(
  address: PromotionAddress,
  templateId: string,
): Readonly<Record<string, string>> {
  return {
    id: templateId,
    app_from: address.appFrom,
    user_from: address.userFrom,
    utm_tag: address.utmTag,
    links_id: address.linkId,
    invite_code: address.inviteCode,
  };
}

/**
 * The store's address. Google Play gets the parameters as install referrer, so that the app knows its origin (Play Install
 * Referrer); other addresses stay as configured.
 */
export function storeLink(storeAddress: string, parameters: Readonly<Record<string, string>>): string {
  if (storeAddress === '' || new URL(storeAddress).hostname !== 'play.google.com') return storeAddress;
  const url = new URL(storeAddress);
  const present = Object.entries(parameters).filter(([, value]) => value !== '');
  url.searchParams.set('referrer', new URLSearchParams(present).toString());
  return url.href;
}
