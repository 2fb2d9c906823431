import { CodedError } from '../error-code.ts';
import { countGraphemes } from '../graphemes.ts';
import {
  allowsSubtype,
  complaintImagesMax,
  complaintMaxGraphemes,
  isBlockedForOrder,
  isComplaintTypeId,
} from './complaint.ts';

export interface DraftContent {
  readonly typeId: string;
  readonly subtypeId: string | null;
  readonly content: string;
  readonly images: readonly unknown[];
}

/** The text as stored: line feeds as line ends, no other control characters or lone surrogates, trimmed. */
export function normalizeContent(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

/** Whether a text has a visible character (COMP-2). */
export function hasContent(text: string): boolean {
  return /[^\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text);
}

/**
 * Validates a complaint; `order` is null when it concerns none (COMP-1, COMP-2).
 * @param draft with normalized content.
 * @throws CodedError 'request-invalid' naming the wire field, 'collection-unsupported', 'complaint-empty', 'complaint-too-long',
 * 'complaint-images-exceeded'.
 */
export function checkDraft(draft: DraftContent, order: { readonly allowsCollection: boolean } | null): void {
  if (!isComplaintTypeId(draft.typeId)) throw new CodedError('request-invalid', 'problemType');
  if (!allowsSubtype(draft.typeId, draft.subtypeId))
    throw new CodedError('request-invalid', 'problemSonType');
  if (isBlockedForOrder(draft.typeId, order)) throw new CodedError('collection-unsupported');
  if (!hasContent(draft.content)) throw new CodedError('complaint-empty');
  if (countGraphemes(draft.content) > complaintMaxGraphemes) throw new CodedError('complaint-too-long');
  if (draft.images.length > complaintImagesMax) throw new CodedError('complaint-images-exceeded');
}
