import { type FileUpload, MaxFileSizeExceededError, parseFormData } from '@remix-run/form-data-parser';
import { sendComplaintImage } from '#contract/calls/complaint.ts';
import { complaintImagesMax, imageMaxBytes } from '#domain/complaint/complaint.ts';
import type { OpenScreen } from '../open-screen.ts';
import { type Problem, problemOf, Refusal } from '../problem.ts';

/** A form that may bring images: its texts, the images it has now, and what became of the new ones. */
export interface ReceivedForm {
  readonly form: FormData;
  /** Addresses of the images that were there, then of those taken now, at most nine. */
  readonly images: readonly string[];
  readonly takenCount: number;
  /** Why the last image that was not taken was refused; null when all were taken. */
  readonly problem: Problem | null;
}

/** A larger file ends the reading; for one below it the reason is told beside the form. */
const fileMaxBytes = 32 * 1024 * 1024;
const partsMax = 60;

/**
 * Reads the form of a complaint. The files of `problemImage` go to the backend one by one as they arrive, so that no more
 * than one is in memory; empty ones, and those beyond nine images, are ignored (COMP-2, COMP-3).
 * @throws Refusal with status 400 for a body that is no form, 413 for a file beyond all bounds.
 */
export async function receiveForm(open: Pick<OpenScreen, 'call' | 'request'>): Promise<ReceivedForm> {
  const taken: string[] = [];
  let problem: Problem | null = null;
  const take = async (file: FileUpload): Promise<void> => {
    if (file.fieldName !== 'problemImage' || file.size === 0 || taken.length >= complaintImagesMax) return;
    const outcome = await takeImage(open, file);
    if (typeof outcome === 'string') taken.push(outcome);
    else problem = outcome;
  };
  const limits = { maxFiles: partsMax, maxParts: partsMax, maxFileSize: fileMaxBytes };
  const form = await parseFormData(open.request, limits, take).catch((error: unknown) => {
    const isTooLarge = error instanceof MaxFileSizeExceededError;
    throw Refusal.coded(isTooLarge ? 'image-too-large' : 'request-malformed');
  });
  const there = form.getAll('image').filter((value) => typeof value === 'string');
  const images = [...there, ...taken].slice(0, complaintImagesMax);
  return { form, images, takenCount: taken.length, problem };
}

async function takeImage({ call }: Pick<OpenScreen, 'call'>, file: File): Promise<string | Problem> {
  if (file.size > imageMaxBytes) return { kind: 'image-too-large', message: '' };
  const answer = await call(sendComplaintImage, { image: file });
  return answer.success ? answer.data.link : problemOf(answer);
}
