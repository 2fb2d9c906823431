import type { testPreviewText } from '#content/messages/test-preview.ts';
import type { TextsIn } from '#content/text-pack.ts';

/** The texts of `/testPreview` in one language. */
export type PreviewText = TextsIn<typeof testPreviewText>;
