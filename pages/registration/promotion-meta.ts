import type { MetaDescriptor } from 'react-router';
import { siteFilePaths } from '../site/site-paths.ts';

/** What the head of a promotion page says of it. */
export interface PromotionHead {
  readonly title: string;
  readonly description: string;
  readonly brandColor: string;
}

/** The descriptors of a promotion page's head. Search engines leave these pages out: they belong to their links. */
export function promotionMeta(head: PromotionHead | undefined): MetaDescriptor[] {
  if (!head) return [];
  const { title, description, brandColor } = head;
  return [
    { title },
    { name: 'description', content: description },
    { name: 'theme-color', content: brandColor },
    { name: 'robots', content: 'noindex' },
    { tagName: 'link', rel: 'icon', type: 'image/svg+xml', sizes: 'any', href: siteFilePaths.icon },
    { tagName: 'link', rel: 'apple-touch-icon', href: siteFilePaths.iconPicture[180] },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
  ];
}
