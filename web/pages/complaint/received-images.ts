import { complaintNextText } from '#content/messages/complaint-next.ts';
import { errorText } from '#content/messages/errors.ts';
import { openComplaint, sendComplaintImage } from '#contract/calls/complaint.ts';
import { complaintImagesMax } from '#domain/complaint/complaint.ts';
import { imageFormatOf, imageStartBytes } from '#domain/complaint/image-format.ts';
import type { Language } from '#domain/language.ts';
import type { Problem } from '#ui/notice/problem-note.tsx';
import type { OpenScreen } from '../open-screen.ts';
import { problemOf, Refusal } from '../problem.ts';

export interface ReceivedForm {
  readonly form: FormData;
  /** Addresses of the earlier images, then of the new ones, at most nine. */
  readonly images: readonly string[];
  readonly takenCount: number;
  /** Why the last refused image was refused; null for none. */
  readonly problem: Problem | null;
}

const busySeconds = 10;

/** Checks the session before a body is read, so that strangers occupy no room. @throws Refusal as the backend's. */
export async function requireSender({ ask }: Pick<OpenScreen, 'ask'>): Promise<void> {
  await ask(openComplaint, { orderId: null });
}

/**
 * Reads a form with images and uploads the files of `problemImage` one by one, ignoring empty ones and those beyond `imagesMax`
 * (COMP-2, COMP-3).
 * @throws Refusal with status 400 for a body that is no form, 503 while too many forms are being read.
 */
export async function receiveForm(
  open: Pick<OpenScreen, 'call' | 'request' | 'query' | 'language' | 'formReader'>,
  imagesMax: number,
): Promise<ReceivedForm> {
  const { formReader, request, query, language } = open;
  const received = await formReader.read(
    request,
    { sender: query.sessionId, fileCount: imagesMax },
    async ({ fields, files }) => {
      const taken: string[] = [];
      let problem: Problem | null = null;
      for (const { name, file } of files) {
        if (
          name !== 'problemImage' ||
          (typeof file !== 'string' && file.size === 0) ||
          taken.length >= imagesMax
        )
          continue;
        const outcome = typeof file === 'string' ? { kind: file, message: '' } : await takeImage(open, file);
        if (typeof outcome === 'string') taken.push(outcome);
        else problem = { ...outcome, message: outcome.message || ownWords(outcome, language) };
      }
      const there = fields.getAll('image').filter((value) => typeof value === 'string');
      const images = [...there, ...taken].slice(0, complaintImagesMax);
      return { form: fields, images, takenCount: taken.length, problem };
    },
  );
  if (typeof received !== 'string') return received;
  if (received === 'busy')
    throw new Refusal({ kind: 'timeout', message: '' }, 503, { waitSeconds: busySeconds });
  throw Refusal.coded('request-malformed');
}

/** Used where the backend gave no message. */
function ownWords({ kind }: Problem, language: Language): string {
  if (kind === 'image-too-large') return complaintNextText[language].imageTooLarge;
  return kind === 'service-unavailable' ? errorText[language][kind] : '';
}

async function takeImage({ call }: Pick<OpenScreen, 'call'>, file: Blob): Promise<string | Problem> {
  const answer = await call(sendComplaintImage, { image: await namedImage(file) });
  return answer.success ? answer.data.link : problemOf(answer);
}

/** Names the file by its real media type; the browser's claim is not trusted. */
async function namedImage(file: Blob): Promise<File> {
  const format = imageFormatOf(new Uint8Array(await file.slice(0, imageStartBytes).arrayBuffer()));
  return format
    ? new File([file], `image.${format.extension}`, { type: `image/${format.name}` })
    : new File([file], 'image');
}
