/** What happened, in words and pictures (specification, sections 2, 4 and 5; COMP-2, COMP-3, COMP-4). */
import { data } from 'react-router';
import { complaintNextText } from '#content/messages/complaint-next.ts';
import { openComplaint, sendComplaint } from '#contract/calls/complaint.ts';
import { collectionTypeId, complaintMaxGraphemes, isBlockedForOrder } from '#domain/complaint/complaint.ts';
import { hasContent, normalizeContent } from '#domain/complaint/complaint-draft.ts';
import { countGraphemes } from '#domain/graphemes.ts';
import { keepingInput } from '../keeping-input.ts';
import { type OpenScreen, openScreen, problemOf, refusal, statusOf } from '../open-screen.server.ts';
import { leaveTo } from '../redirect.server.ts';
import { useShell } from '../shell.ts';
import { fieldOf } from '../submitted-form.server.ts';
import { Bar } from '../ui/frame/bar.tsx';
import { Still } from '../ui/still.tsx';
import type { Route } from './+types/complaint-next.ts';
import { type ComplaintAnswer, ComplaintForm } from './complaint-form.tsx';
import { complaintImage } from './complaint-image.ts';
import { complaintPaths } from './complaint-paths.ts';
import { typeTitle } from './complaint-words.ts';
import type { UploadedImage } from './image-queue.ts';
import { NextHead } from './next-head.tsx';
import { receiveForm } from './received-images.server.ts';
import { SentDialog, useSentSheet } from './sent-sheet.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.text.title }];

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, language } = screen;
  const subject = subjectOf(screen);
  const answer = await screen.call(openComplaint, { orderId: null });
  if (!answer.success) throw refusal(answer);
  const { types, collectionSubtypes, orders } = answer.data;
  const type = types.find(({ typeId }) => typeId === subject.typeId);
  const subtype = collectionSubtypes.find(({ typeId }) => typeId === subject.subtypeId);
  const order = orders.find(({ orderNumber }) => orderNumber === subject.orderNumber) ?? null;
  const isUnfinished = type?.typeId === collectionTypeId && collectionSubtypes.length > 0 && !subtype;
  const startLink = screen.link(config.paths.complaint, {
    orderNo: subject.orderNumber ?? undefined,
    problemType: type?.typeId,
  });
  if (!type || isUnfinished || isBlockedForOrder(type.typeId, order)) {
    throw leaveTo(startLink, { isReplacing: true });
  }
  return {
    text: complaintNextText[language],
    tags: [type, ...(subtype ? [subtype] : [])].map((each) => typeTitle(each, language)),
    order: order ? `${order.orderNumber}, ${order.productName}` : (subject.orderNumber ?? ''),
    startLink,
    uploadLink: screen.link(complaintPaths.image),
  };
}

/** What the complaint is about, as the start page put it into the address. */
function subjectOf({ parameters }: OpenScreen) {
  const typeId = parameters.get('problemType') ?? '';
  return {
    typeId,
    subtypeId: typeId === collectionTypeId ? parameters.get('problemSonType') || null : null,
    orderNumber: parameters.get('orderNo') || null,
  };
}

/** Takes images from a page without script, takes one out, or files the complaint (COMP-2 to COMP-4). */
export async function action(args: Route.ActionArgs) {
  const screen = openScreen(args);
  const text = complaintNextText[screen.language];
  const received = await receiveForm(screen, args.request);
  const { form } = received;
  const content = fieldOf(form, 'readComplaint');
  const addresses = received.images.filter((address) => address !== fieldOf(form, 'remove'));
  const images = addresses.flatMap((address) => uploadedImage(screen, address));
  const again = (facts: Partial<ComplaintAnswer>, status: number) =>
    data<ComplaintAnswer>({ problem: null, content, images, ...facts }, { status });

  if (received.problem) {
    const { kind, message } = received.problem;
    const known = kind === 'image-too-large' ? text.imageTooLarge : '';
    return again({ problem: { kind, message: message || known } }, 422);
  }
  if (form.has('remove') || form.has('intent')) return again({ hasTaken: received.takenCount > 0 }, 200);
  const kept = normalizeContent(content);
  if (!hasContent(kept)) return again({ contentError: text.empty }, 422);
  if (countGraphemes(kept) > complaintMaxGraphemes) return again({ contentError: text.tooLong }, 422);

  const answer = await screen.call(sendComplaint, { ...subjectOf(screen), content: kept, images: addresses });
  if (!answer.success) return again({ problem: problemOf(answer) }, statusOf(answer));
  const filedLink = screen.link(screen.config.paths.complaint, { filed: answer.data.folio || '1' });
  return form.has('scripted')
    ? data<ComplaintAnswer>({ problem: null, filedLink })
    : leaveTo(filedLink, { isReplacing: true });
}

function uploadedImage(screen: OpenScreen, address: string): UploadedImage[] {
  const shown = complaintImage(screen, address);
  return shown === null ? [] : [{ address, shown }];
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepingInput<ComplaintAnswer>({ serverAction });
}

/** What was loaded stays until a new page takes its place; an answer to the form changes none of it. */
export function shouldRevalidate(): boolean {
  return false;
}

export default function ComplaintNext({ loaderData, actionData }: Route.ComponentProps) {
  const { text, startLink, uploadLink } = loaderData;
  const answer: ComplaintAnswer | undefined = actionData;
  const { config, helpLink, query } = useShell();
  useSentSheet(answer?.filedLink);
  return (
    <>
      <Bar title={text.title} backLink={startLink} helpLink={helpLink} text={text} config={config} />
      <main>
        <Still>{import.meta.env.SSR && <NextHead {...loaderData} changeLink={startLink} />}</Still>
        <ComplaintForm text={text} answer={answer} uploadLink={uploadLink} query={query} />
      </main>
      <Still>{import.meta.env.SSR && <SentDialog text={text} />}</Still>
    </>
  );
}
