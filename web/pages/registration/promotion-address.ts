import type { VisitOrigin } from '#contract/calls/registration.ts';
import { sitePaths } from '../site/site-paths.ts';

/** Paths of the promotion pages (PROMO-7). */
export const promotionPaths = {
  landing: sitePaths.register,
  /** The landing's captcha image. */
  captcha: `${sitePaths.register}/captcha`,
  download: '/downloadTemplate',
  agreement: '/agreementTemplate',
} as const;

/** What the address of a promotion page says (PROMO-7). */
export interface PromotionAddress extends VisitOrigin {
  /** Its template; empty when it names none. */
  readonly id: string;
  /** The download link it came by, as `links_id` or `down_id`; empty for none. */
  readonly linkId: string;
  readonly inviteCode: string;
}

const longest = { id: 64, linkId: 64, inviteCode: 64, origin: 128 } as const;

/** Reads the address of a promotion page; a parameter longer than its call takes counts as absent. */
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

/** The parameters as links between the promotion pages carry them on; the template is the one that is shown. */
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
 * Where the app is downloaded. Google Play gets the parameters as its install referrer, so that the app learns where its
 * user came from (Play Install Referrer); any other address stays as configured.
 */
export function storeLink(storeAddress: string, parameters: Readonly<Record<string, string>>): string {
  if (storeAddress === '' || new URL(storeAddress).hostname !== 'play.google.com') return storeAddress;
  const url = new URL(storeAddress);
  const present = Object.entries(parameters).filter(([, value]) => value !== '');
  url.searchParams.set('referrer', new URLSearchParams(present).toString());
  return url.href;
}
