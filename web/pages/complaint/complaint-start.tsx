import { complaintStartText } from '#content/messages/complaint-start.ts';
import { customerServiceText } from '#content/messages/customer-service.ts';
import { type ComplaintType, openComplaint } from '#contract/calls/complaint.ts';
import { readContacts } from '#contract/calls/support.ts';
import {
  collectionTypeId,
  isBlockedForOrder,
  isDataRequest,
  personalDataTypeId,
} from '#domain/complaint/complaint.ts';
import { isFolio } from '#domain/complaint/complaint-folio.ts';
import { isDay } from '#domain/iso-day.ts';
import { Bar } from '#ui/frame/bar.tsx';
import { contactRows } from '../contact-rows.ts';
import { hostPageLink } from '../host-page.ts';
import type { OpenScreen } from '../open-screen.ts';
import { screen } from '../screen.tsx';
import { complaintPaths } from './complaint-paths.ts';
import { typeTitle } from './complaint-words.ts';
import { StartSections, type StartSectionsProperties } from './start-sections.tsx';

/** Start of a complaint: its order and type (specification, sections 2 and 4; COMP-1). */
export const complaintStart = screen({
  path: ({ paths }) => paths.complaint,
  script: 'host-links',
  async load(open) {
    const { config, language, query } = open;
    const orderNumber = open.parameter('orderNo');
    const start = await open.ask(openComplaint, { orderId: open.parameter('orderId') || null });
    const { types, collectionSubtypes, dataRequests, orders } = start;
    const order =
      orderNumber === '' ? start.order : (orders.find((each) => each.orderNumber === orderNumber) ?? null);
    const nextLink = (own: Readonly<Record<string, string>>) =>
      open.link(complaintPaths.next, { ...own, orderNo: order?.orderNumber });
    const linkTo = (typeId: string) => (subtype: ComplaintType) => ({
      ...subtype,
      title: typeTitle(subtype, language),
      link: nextLink({ problemType: typeId, problemSonType: subtype.typeId }),
    });
    const startLink = (orderNo?: string) => open.link(config.paths.complaint, { orderNo });
    const filed = open.parameters.get('filed');
    const text = complaintStartText[language];
    const openTypeId = open.parameter('problemType');
    return {
      title: openTypeId === personalDataTypeId ? text.dataTitle : text.title,
      types: types.map((type) => ({
        ...type,
        title: typeTitle(type, language),
        link: nextLink({ problemType: type.typeId }),
      })),
      collectionSubtypes: collectionSubtypes.map(linkTo(collectionTypeId)),
      dataRequests: dataRequests.map(linkTo(personalDataTypeId)),
      order,
      orders: orders.map((each) => ({ ...each, link: startLink(each.orderNumber) })),
      noOrderLink: startLink(),
      aboutNoOrderLink: open.link(config.paths.complaint, { problemType: collectionTypeId }),
      listLink: open.link(complaintPaths.list),
      answerBy: isDay(open.parameter('answerBy')) ? open.parameter('answerBy') : '',
      filedFolio: filed === null ? null : isFolio(filed) ? filed : '',
      isRequest: isDataRequest(open.parameter('problemSonType')),
      openTypeId,
      support: await supportOf(open, types.length === 0 || isBlockedForOrder(collectionTypeId, order)),
      backLink: hostPageLink(config.hostPages.main, query),
    };
  },
  title: ({ title }) => title,
  page: ({ open, title, backLink, ...start }) => (
    <>
      <Bar title={title} backLink={backLink} leavesPages helpLink={open.helpLink} />
      <main>
        <StartSections {...start} homeLink={backLink} />
      </main>
    </>
  ),
});

/** Asks the backend only if the page shows the answer; falls back to the configured telephone. */
async function supportOf(open: OpenScreen, isShown: boolean): Promise<StartSectionsProperties['support']> {
  const { config, language } = open;
  const answer = isShown ? await open.call(readContacts, {}) : null;
  const contact = answer?.success ? answer.data : { phone: '', whatsapp: '', email: '', hours: '' };
  return {
    rows: contactRows(
      { ...contact, phone: contact.phone || open.company.telephone },
      customerServiceText[language],
    ),
    serviceLink: open.link(config.paths.customerService),
  };
}
