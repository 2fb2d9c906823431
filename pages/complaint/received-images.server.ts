import { type FileUpload, MaxFileSizeExceededError, parseFormData } from '@remix-run/form-data-parser';
import { data } from 'react-router';
import { sendComplaintImage } from '#contract/calls/complaint.ts';
import { complaintImagesMax, imageMaxBytes } from '#domain/complaint/complaint.ts';
import { type OpenScreen, problemOf } from '../open-screen.server.ts';
import type { Problem } from '../problem.ts';

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
 * @throws a response with status 400 for a body that is no form, 413 for a file beyond all bounds.
 */
export async function receiveForm(screen: Pick<OpenScreen, 'call'>, request: Request): Promise<ReceivedForm> {
  const taken: string[] = [];
  let problem: Problem | null = null;
  const take = async (file: FileUpload): Promise<void> => {
    if (file.fieldName !== 'problemImage' || file.size === 0 || taken.length >= complaintImagesMax) return;
    const outcome = await takeImage(screen, file);
    if (typeof outcome === 'string') taken.push(outcome);
    else problem = outcome;
  };
  const limits = { maxFiles: partsMax, maxParts: partsMax, maxFileSize: fileMaxBytes };
  const form = await parseFormData(request, limits, take).catch((error: unknown) => {
    const isTooLarge = error instanceof MaxFileSizeExceededError;
    throw data<Problem>(
      { kind: isTooLarge ? 'image-too-large' : 'request-malformed', message: '' },
      { status: isTooLarge ? 413 : 400 },
    );
  });
  const images = [...textsOf(form, 'image'), ...taken].slice(0, complaintImagesMax);
  return { form, images, takenCount: taken.length, problem };
}

async function takeImage(screen: Pick<OpenScreen, 'call'>, file: File): Promise<string | Problem> {
  if (file.size > imageMaxBytes) return { kind: 'image-too-large', message: '' };
  const answer = await screen.call(sendComplaintImage, { image: file });
  return answer.success ? answer.data.link : problemOf(answer);
}

function textsOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value) => typeof value === 'string');
}
