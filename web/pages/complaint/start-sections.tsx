import type { ReactNode } from 'react';
import { complaintStartText } from '#content/messages/complaint-start.ts';
import { fill } from '#content/text-pack.ts';
import type { ComplaintOrder, ComplaintType } from '#contract/calls/complaint.ts';
import { collectionTypeId, isBlockedForOrder, personalDataTypeId } from '#domain/complaint/complaint.ts';
import { hostLink } from '#ui/bridge/links.tsx';
import { FoldLine, LinkLine, LinkList } from '#ui/frame/link-list.tsx';
import { Note } from '#ui/notice/note.tsx';
import { Words } from '#ui/words.tsx';
import type { ContactRow } from '../contact-rows.ts';
import { usePage, useText } from '../page-context.tsx';

export interface StartSectionsProperties {
  readonly types: readonly (ComplaintType & { readonly link: string })[];
  readonly collectionSubtypes: readonly (ComplaintType & { readonly link: string })[];
  readonly dataRequests: readonly (ComplaintType & { readonly link: string })[];
  readonly order: ComplaintOrder | null;
  readonly orders: readonly (ComplaintOrder & { readonly link: string })[];
  readonly noOrderLink: string;
  /** Opens the collection type for no order, which is always allowed. */
  readonly aboutNoOrderLink: string;
  readonly listLink: string;
  readonly homeLink: string;
  /** Folio of the complaint just filed, empty if the backend gave none; null if none was filed. */
  readonly filedFolio: string | null;
  /** Whether the one just filed is a data request. */
  readonly isRequest: boolean;
  readonly answerBy: string;
  readonly openTypeId: string;
  readonly support: { readonly rows: readonly ContactRow[]; readonly serviceLink: string };
}

export function StartSections(properties: StartSectionsProperties): ReactNode {
  const { types, orders, listLink, homeLink, filedFolio, isRequest, answerBy, support } = properties;
  const { dates } = usePage();
  const text = useText(complaintStartText);
  return (
    <>
      {filedFolio !== null && (
        <section>
          <Note tone="ok">
            {isRequest ? text.filedRequest : text.filed}{' '}
            {filedFolio && (
              <b>
                <Words text={fill(text.folio, { folio: filedFolio })} />
              </b>
            )}
          </Note>
          {answerBy && <p>{fill(text.answerBy, { day: dates.day(answerBy) })}</p>}
          {filedFolio && <p className="hint">{text.keepFolio}</p>}
        </section>
      )}
      <section>
        <LinkList>
          <LinkLine href={listLink}>{text.mine}</LinkLine>
          {filedFolio !== null && (
            <LinkLine {...hostLink({ name: 'homeTab' }, homeLink)}>{text.home}</LinkLine>
          )}
        </LinkList>
      </section>
      {orders.length > 0 && <OrderPicker {...properties} />}
      <section>
        <h2>{text.typeHeading}</h2>
        {types.length === 0 && (
          <>
            <p>{text.elsewhere}</p>
            <SupportLinks {...support} />
          </>
        )}
        <LinkList>
          {types.map(({ typeId, title, link }) =>
            typeId === collectionTypeId ? (
              <CollectionLine key={typeId} title={title} {...properties} />
            ) : typeId === personalDataTypeId && properties.dataRequests.length > 0 ? (
              <FoldLine key={typeId} title={title} isOpen={properties.openTypeId === typeId}>
                <SubtypeLinks
                  subtypes={[...properties.dataRequests, { typeId: '', title: text.dataComplaint, link }]}
                />
              </FoldLine>
            ) : (
              <LinkLine key={typeId} href={link}>
                {title}
              </LinkLine>
            ),
          )}
        </LinkList>
      </section>
    </>
  );
}

function OrderPicker({
  order,
  orders,
  noOrderLink,
}: Pick<StartSectionsProperties, 'order' | 'orders' | 'noOrderLink'>): ReactNode {
  const text = useText(complaintStartText);
  const chosen = (isChosen: boolean) => (isChosen ? text.chosen : undefined);
  return (
    <section>
      <h2>{text.orderHeading}</h2>
      {order ? <LoanName {...order} /> : <p>{text.noOrder}</p>}
      <LinkList>
        <FoldLine title={text.all}>
          <LinkList>
            <LinkLine href={noOrderLink} mark={chosen(order === null)}>
              {text.noOrder}
            </LinkLine>
            {orders.map((each) => (
              <LinkLine
                key={each.orderNumber}
                href={each.link}
                mark={chosen(each.orderNumber === order?.orderNumber)}
              >
                <LoanName {...each} />
              </LinkLine>
            ))}
          </LinkList>
        </FoldLine>
      </LinkList>
    </section>
  );
}

function LoanName({ productName, orderNumber, details }: ComplaintOrder): ReactNode {
  return (
    <>
      {productName} <Words text={orderNumber} />
      {details.map(({ label, value }) => (
        <small key={label}>
          <br />
          {label} <Words text={value} />
        </small>
      ))}
    </>
  );
}

/** Collection opens its subtypes, or other ways to complain if the order does not allow it. */
function CollectionLine({
  title,
  order,
  collectionSubtypes,
  openTypeId,
  aboutNoOrderLink,
  support,
}: StartSectionsProperties & { readonly title: string }): ReactNode {
  const text = useText(complaintStartText);
  return (
    <FoldLine title={title} isOpen={openTypeId === collectionTypeId}>
      {isBlockedForOrder(collectionTypeId, order) ? (
        <>
          <Note tone="warn">{text.unsupported}</Note>
          <LinkList>
            <LinkLine href={aboutNoOrderLink}>{text.reportAnyway}</LinkLine>
          </LinkList>
          <p>{text.elsewhere}</p>
          <SupportLinks {...support} />
        </>
      ) : (
        <SubtypeLinks subtypes={collectionSubtypes} />
      )}
    </FoldLine>
  );
}

function SubtypeLinks({
  subtypes,
}: {
  readonly subtypes: StartSectionsProperties['collectionSubtypes'];
}): ReactNode {
  return (
    <LinkList>
      {subtypes.map(({ typeId, title, link }) => (
        <LinkLine key={typeId} href={link}>
          {title}
        </LinkLine>
      ))}
    </LinkList>
  );
}

/** Ways to reach a person for what this page cannot take (COMP-1). */
function SupportLinks({ rows, serviceLink }: StartSectionsProperties['support']): ReactNode {
  const text = useText(complaintStartText);
  return (
    <LinkList>
      {rows.map(
        ({ label, value, link }) =>
          link && (
            <LinkLine key={label} {...link}>
              <small>{label}</small>
              {value}
            </LinkLine>
          ),
      )}
      <LinkLine href={serviceLink}>{text.service}</LinkLine>
    </LinkList>
  );
}
