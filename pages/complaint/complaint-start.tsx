/** Start of a complaint: the order it is about and its type (specification, sections 2 and 4; COMP-1). */
import { complaintStartText } from '#content/messages/complaint-start.ts';
import { customerServiceText } from '#content/messages/customer-service.ts';
import { openComplaint } from '#contract/calls/complaint.ts';
import { readContacts } from '#contract/calls/support.ts';
import { collectionTypeId, isBlockedForOrder } from '#domain/complaint/complaint.ts';
import { isFolio } from '#domain/complaint/complaint-folio.ts';
import { hostClick } from '../bridge/host-click.ts';
import { hostPageLink } from '../host-page.ts';
import { type OpenScreen, openScreen, refusal } from '../open-screen.server.ts';
import { useShell } from '../shell.ts';
import { contactRows } from '../support/contact-rows.ts';
import { Bar } from '../ui/frame/bar.tsx';
import { Still } from '../ui/still.tsx';
import type { Route } from './+types/complaint-start.ts';
import { complaintPaths } from './complaint-paths.ts';
import { typeTitle } from './complaint-words.ts';
import { StartSections, type StartSectionsProperties } from './start-sections.tsx';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.text.title }];

export async function loader(args: Route.LoaderArgs) {
  const screen = openScreen(args);
  const { config, language, parameters, query } = screen;
  const orderNumber = parameters.get('orderNo') ?? '';
  const answer = await screen.call(openComplaint, { orderId: parameters.get('orderId') || null });
  if (!answer.success) throw refusal(answer);
  const { types, collectionSubtypes, orders } = answer.data;
  const asked = answer.data.order;
  const order =
    orderNumber === '' ? asked : (orders.find((each) => each.orderNumber === orderNumber) ?? null);
  const about = { orderNo: order?.orderNumber };
  const nextLink = (own: Readonly<Record<string, string | undefined>>) =>
    screen.link(complaintPaths.next, { ...own, ...about });
  const startLink = (orderNo?: string) => screen.link(config.paths.complaint, { orderNo });
  const filed = parameters.get('filed');
  return {
    text: complaintStartText[language],
    types: types.map((type) => ({
      ...type,
      title: typeTitle(type, language),
      link: nextLink({ problemType: type.typeId }),
    })),
    collectionSubtypes: collectionSubtypes.map((subtype) => ({
      ...subtype,
      title: typeTitle(subtype, language),
      link: nextLink({ problemType: collectionTypeId, problemSonType: subtype.typeId }),
    })),
    order,
    orders: orders.map((each) => ({ ...each, link: startLink(each.orderNumber) })),
    noOrderLink: startLink(),
    listLink: screen.link(complaintPaths.list),
    filedFolio: filed === null ? null : isFolio(filed) ? filed : '',
    openTypeId: parameters.get('problemType') ?? '',
    support: await supportOf(screen, isBlockedForOrder(collectionTypeId, order)),
    backLink: hostPageLink(config.hostPages.main, query),
  };
}

/** Asked of the backend only where the page shows it; the configured telephone stands in where it does not answer. */
async function supportOf(screen: OpenScreen, isShown: boolean): Promise<StartSectionsProperties['support']> {
  const { config, language } = screen;
  const answer = isShown ? await screen.call(readContacts, {}) : null;
  const contact = answer?.success ? answer.data : { phone: '', whatsapp: '', email: '' };
  return {
    rows: contactRows(
      { ...contact, phone: contact.phone || config.servicePhone },
      customerServiceText[language],
    ),
    serviceLink: screen.link(config.paths.customerService),
  };
}

export default function ComplaintStart({ loaderData }: Route.ComponentProps) {
  const { text, backLink } = loaderData;
  const { config, helpLink } = useShell();
  return (
    <>
      <Bar title={text.title} backLink={backLink} helpLink={helpLink} text={text} config={config} />
      <main>
        <Still
          onClick={(event) => {
            const link = (event.target as Element).closest('a[href^="tel:"]');
            const telephone = link?.getAttribute('href')?.slice('tel:'.length);
            if (telephone) hostClick(config, { name: 'callTelephone', telephone })(event);
          }}
        >
          {import.meta.env.SSR && <StartSections {...loaderData} />}
        </Still>
      </main>
    </>
  );
}
