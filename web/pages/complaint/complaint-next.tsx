import { marks } from '#browser/marks.ts';
import { complaintNextText, dataRequestText } from '#content/messages/complaint-next.ts';
import { fill, type TextsIn } from '#content/text-pack.ts';
import { openComplaint, sendComplaint } from '#contract/calls/complaint.ts';
import {
  collectionTypeId,
  complaintImagesMax,
  complaintMaxGraphemes,
  isBlockedForOrder,
  isDataRequest,
  personalDataTypeId,
} from '#domain/complaint/complaint.ts';
import { hasContent, normalizeContent } from '#domain/complaint/complaint-draft.ts';
import { countGraphemes } from '#domain/graphemes.ts';
import { KeptProblems } from '#ui/form/enhanced-form.tsx';
import { Tags } from '#ui/form/tags.tsx';
import { Bar } from '#ui/frame/bar.tsx';
import { Dialog } from '#ui/notice/dialog.tsx';
import { knownWords } from '#ui/notice/problem-note.tsx';
import { island } from '../island.tsx';
import { fieldOf, type OpenScreen } from '../open-screen.ts';
import { problemOf, statusOf } from '../problem.ts';
import { screen } from '../screen.tsx';
import {
  type ComplaintAnswer,
  ComplaintForm,
  type ComplaintFormProperties,
  complaintFormId,
} from './complaint-form.island.tsx';
import { complaintImage } from './complaint-image.ts';
import { complaintPaths } from './complaint-paths.ts';
import { typeTitle } from './complaint-words.ts';
import { receiveForm, requireSender } from './received-images.ts';

const ComplaintFormIsland = island('complaint-form', ComplaintForm);

/** The complaint's text and images (specification, sections 2, 4 and 5; COMP-2 to COMP-4). */
export const complaintNext = screen({
  path: () => complaintPaths.next,
  script: 'complaint-next',
  async load(open) {
    const { config, language } = open;
    const subject = subjectOf(open);
    const start = await open.ask(openComplaint, { orderId: null });
    const { types, collectionSubtypes, orders } = start;
    const type = types.find(({ typeId }) => typeId === subject.typeId);
    const subtypes = subject.typeId === collectionTypeId ? collectionSubtypes : start.dataRequests;
    const subtype = subtypes.find(({ typeId }) => typeId === subject.subtypeId);
    const order = orders.find(({ orderNumber }) => orderNumber === subject.orderNumber) ?? null;
    const needsSubtype =
      type?.typeId === collectionTypeId ? collectionSubtypes.length > 0 : subject.subtypeId !== null;
    const isUnfinished = needsSubtype && !subtype;
    const startLink = open.link(config.paths.complaint, {
      orderNo: subject.orderNumber ?? undefined,
      problemType: type?.typeId,
    });
    if (!type || isUnfinished || isBlockedForOrder(type.typeId, order)) return open.leaveTo(startLink);
    return {
      text: knownWords(
        isDataRequest(subject.subtypeId)
          ? { ...complaintNextText[language], ...dataRequestText[language] }
          : complaintNextText[language],
        open,
      ),
      tags: [type, ...(subtype ? [subtype] : [])].map((each) => typeTitle(each, language)),
      order: order ? `${order.orderNumber}, ${order.productName}` : (subject.orderNumber ?? ''),
      startLink,
      uploadLink: open.link(complaintPaths.image),
    };
  },
  isSentAgain: true,
  async readForm(open) {
    await requireSender(open);
    return receiveForm(open, complaintImagesMax);
  },
  /** Without script: uploads or removes images, changes the language. Files the complaint (COMP-2 to COMP-4). */
  async submit(open, { form, images: received, takenCount, problem }) {
    const text = complaintNextText[open.language];
    const content = fieldOf(form, 'content');
    const addresses = received.filter((address) => address !== fieldOf(form, 'remove'));
    const images = addresses.map((address) => ({ address, previewAddress: complaintImage(open, address) }));
    const again = (facts: Partial<ComplaintAnswer>, status: number) =>
      open.again<ComplaintAnswer>({ content, images, ...facts }, status);

    if (problem) return again({ problem }, problem.kind === 'service-unavailable' ? 503 : 422);
    if (form.has('remove') || form.has('intent')) return again({ hasTaken: takenCount > 0 }, 200);
    const typed = normalizeContent(content);
    if (!hasContent(typed)) return again({ contentError: text.empty }, 422);
    if (countGraphemes(typed) > complaintMaxGraphemes) return again({ contentError: text.tooLong }, 422);

    const filed = await open.call(sendComplaint, { ...subjectOf(open), content: typed, images: addresses });
    if (!filed.success) return again({ problem: problemOf(filed) }, statusOf(filed));
    const { subtypeId } = subjectOf(open);
    return open.leaveTo(
      open.link(open.config.paths.complaint, {
        problemSonType: (isDataRequest(subtypeId) && subtypeId) || undefined,
        filed: filed.data.folio || '1',
        answerBy: filed.data.answerBy || undefined,
      }),
    );
  },
  title: ({ text }) => text.title,
  page: ({ open, answer, text, tags, order, startLink, uploadLink }) => (
    <>
      <Bar title={text.title} backLink={startLink} helpLink={open.helpLink} formId={complaintFormId} />
      <main>
        <section>
          <Tags tags={tags}>
            <a href={startLink}>{text.change}</a>
          </Tags>
          {order && <p className="hint">{fill(text.about, { order })}</p>}
        </section>
        <KeptProblems text={text} />
        <ComplaintFormIsland
          answer={answer ?? null}
          usedCount={countGraphemes(answer?.content ?? '')}
          uploadLink={uploadLink}
          userId={open.query.userId}
          text={formText(text)}
        />
      </main>
      <Dialog id="sent" title={text.sentTitle} closeLabel={text.close} {...marks({ sent: '' })}>
        <p>{text.sentLine}</p>
      </Dialog>
    </>
  ),
});

/** The form's texts only, to keep the page small. */
function formText(text: TextsIn<typeof complaintNextText>): ComplaintFormProperties['text'] {
  const { network, unreachable, timeout, timeoutElsewhere: _elsewhere, other, ...rest } = text;
  const { title, change, about, empty, tooLong, sentTitle, sentLine, close, ...ofForm } = rest;
  return { ...ofForm, problem: { network, unreachable, timeout, other } };
}

/** The subject, which the start page put into the address. */
function subjectOf(open: OpenScreen) {
  const typeId = open.parameter('problemType');
  return {
    typeId,
    subtypeId: [collectionTypeId, personalDataTypeId].some((each) => each === typeId)
      ? open.parameter('problemSonType') || null
      : null,
    orderNumber: open.parameter('orderNo') || null,
  };
}
