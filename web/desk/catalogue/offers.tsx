import type { ReactNode } from 'react';
import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import { readBorrower } from '#contract/host/borrower.ts';
import { type HostOffer, listOffers, putOffer } from '#contract/host/offer.ts';
import { type HostProduct, listProducts, readProduct } from '#contract/host/product.ts';
import { CodedError } from '#domain/error-code.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { isOfferedAmount } from '#domain/offer/product-terms.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDesk } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import { idOf } from '../id.ts';
import type { OpenDesk } from '../open-desk.ts';
import { borrowerPath, deskPaths, productPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import type { Change } from '../ui/before-after.tsx';
import { Changes } from '../ui/before-after.tsx';
import { TextField } from '../ui/field.tsx';
import { Pairs } from '../ui/fields.tsx';
import { SearchBar } from '../ui/list-search.tsx';
import { Crumb, PageHead } from '../ui/page-head.tsx';
import { addressOf, Pager } from '../ui/pager.tsx';
import { Part } from '../ui/part.tsx';
import { Table } from '../ui/table.tsx';

const pageSize = 50;
const productsShown = 100;

/** An offer as a form says it. */
type OfferFacts = Pick<
  HostOffer,
  | 'borrowerId'
  | 'productId'
  | 'amountMinor'
  | 'couponCount'
  | 'depositAccountEnding'
  | 'validFrom'
  | 'validThrough'
> & { readonly isWithdrawn: boolean };

interface OfferAnswer {
  readonly values: Readonly<Record<string, string>>;
  readonly offer: OfferFacts | null;
  readonly changes: readonly Change[];
  readonly stamp: string;
  readonly badField: string | null;
  readonly isStale: boolean;
}

const formFields = [
  'productId',
  'amountMinor',
  'couponCount',
  'depositAccountEnding',
  'validFrom',
  'validThrough',
] as const;

/** Offers of a product, of a borrower, or all; for one borrower with the form that makes, changes or withdraws one. */
export const offers = deskScreen({
  path: deskPaths.offers,
  needs: 'see-catalogue',
  async load({ read, parameter, goTo }) {
    const named = parameter('borrower').trim();
    const borrowerId = idOf(named) ?? undefined;
    if (named !== '' && borrowerId === undefined) {
      const offerRows = await read(readBorrower, { lenderBorrowerId: named });
      return goTo(addressOf(deskPaths.offers, { borrower: offerRows.borrowerId }));
    }
    const productId = parameter('product') || undefined;
    const page = await read(listOffers, {
      borrowerId,
      productId,
      limit: pageSize,
      cursor: parameter('from') || undefined,
    });
    const { products } = await read(listProducts, { limit: productsShown });
    return { ...page, borrowerId, productId, products };
  },
  async submit(desk, form) {
    await desk.require('change-catalogue');
    const borrowerId = idOf(desk.parameter('borrower').trim()) ?? '';
    const productId = fieldOf(form, 'productId');
    const { product } = await desk.read(readProduct, { productId });
    const current = await currentOffer(desk, borrowerId, productId);
    const step = fieldOf(form, 'step');
    if (step === 'withdraw') return withdraw(desk, form, current);
    const values = Object.fromEntries(formFields.map((name) => [name, fieldOf(form, name)]));
    const read = offerOf(values, borrowerId, product);
    if ('field' in read) {
      const answer = { values, offer: null, changes: [], stamp: '', badField: read.field, isStale: false };
      return desk.again<OfferAnswer>(answer, 422);
    }
    const stamp = JSON.stringify([current, read]);
    const changes = offerChanges(current, read, product, desk);
    const answer: OfferAnswer = { values, offer: read, changes, stamp, badField: null, isStale: false };
    if (step === 'preview') return desk.again(answer, 200);
    const doneAt = addressOf(deskPaths.offers, { borrower: borrowerId, product: productId });
    if (fieldOf(form, 'stamp') !== stamp) {
      const isMade = changes.length === 0 && isOwn(current, desk);
      return isMade ? desk.goTo(doneAt) : desk.again({ ...answer, isStale: true }, 409);
    }
    try {
      await desk.change(putOffer, read, {
        messageId: fieldOf(form, 'id'),
        subject: `borrower:${borrowerId}`,
      });
    } catch (error) {
      if (!(error instanceof CodedError && error.code === 'request-invalid')) throw error;
      return desk.again({ ...answer, offer: null, badField: error.field ?? 'productId' }, 422);
    }
    return desk.goTo(doneAt);
  },
  title: ({ desk }) => deskCatalogueText[desk.language].offers,
  page({ desk, offers: rows, nextCursor, borrowerId, productId, products, answer }) {
    const text = deskCatalogueText[desk.language];
    const current = rows.find((row) => row.borrowerId === borrowerId && row.productId === productId);
    return (
      <>
        <Crumb>
          <a href={deskPaths.products}>{text.title}</a>
        </Crumb>
        <PageHead>
          <h1>{text.offers}</h1>
          <p className="sub">
            {borrowerId === undefined ? (productId ?? text.offersLine) : <BorrowerLink id={borrowerId} />}
          </p>
        </PageHead>
        <form action={deskPaths.offers} method="get">
          <SearchBar>
            <TextField id="borrower" label={text.borrowerId} value={borrowerId ?? ''} maxLength={64} />
            <Button>{text.openOffer}</Button>
          </SearchBar>
        </form>
        {rows.length === 0 ? (
          <p className="sub g3">{text.noOffer}</p>
        ) : (
          <Table
            caption={fill(text.offersCaption, { of: borrowerId ?? productId ?? text.title })}
            rows={rows}
            keyOf={(row) => `${row.borrowerId}/${row.productId}`}
            columns={[
              [text.product, (row) => <a href={productPath(row.productId)}>{row.productId}</a>],
              [text.amount, (row) => desk.money(row.amountMinor, row.currency), 'figure strong right'],
              [text.borrower, (row) => <BorrowerLink id={row.borrowerId} />, 'wide'],
              [text.validFrom, (row) => row.validFrom ?? '–', 'fit num'],
              [text.validThrough, (row) => row.validThrough ?? '–', 'fit num right'],
              [text.state, (row) => (row.withdrawnAt === null ? text.offered : text.withdrawn), 'fit'],
              [
                text.openOffer,
                (row) => (
                  <a
                    href={addressOf(deskPaths.offers, { borrower: row.borrowerId, product: row.productId })}
                    aria-label={`${text.openOffer}: ${row.productId}`}
                  >
                    {text.openOffer}
                  </a>
                ),
                'fit unheaded right',
              ],
            ]}
          />
        )}
        <Pager
          path={deskPaths.offers}
          parameters={{ borrower: borrowerId, product: productId }}
          nextCursor={nextCursor}
          pageSize={pageSize}
          file="offers.csv"
        />
        {borrowerId !== undefined && products.length > 0 && desk.may('change-catalogue') && (
          <OfferForm borrowerId={borrowerId} products={products} current={current} answer={answer} />
        )}
      </>
    );
  },
});

/** Whether an offer stands as the same person left it, so that a second click finds what the first one did. */
function isOwn(current: HostOffer | undefined, { person }: OpenDesk): boolean {
  return current?.changedBy === `desk:${person.personId}`;
}

/** Withdraws the offer as kept, whether or not its product has such offers by now. */
async function withdraw(
  desk: OpenDesk,
  form: FormData,
  current: HostOffer | undefined,
): Promise<Response | Again<OfferAnswer>> {
  if (current && current.withdrawnAt !== null && isOwn(current, desk)) {
    return desk.goTo(
      addressOf(deskPaths.offers, { borrower: current.borrowerId, product: current.productId }),
    );
  }
  if (!current || fieldOf(form, 'stamp') !== JSON.stringify(current)) {
    const values = current ? valuesOf(current, desk) : { productId: fieldOf(form, 'productId') };
    const answer = { values, offer: null, changes: [], stamp: '', badField: null, isStale: true };
    return desk.again<OfferAnswer>(answer, 409);
  }
  const { borrowerId, productId } = current;
  const offer: OfferFacts = {
    ...{ borrowerId, productId, amountMinor: current.amountMinor, couponCount: current.couponCount },
    depositAccountEnding: current.depositAccountEnding,
    ...{ validFrom: current.validFrom, validThrough: current.validThrough, isWithdrawn: true },
  };
  const step = { messageId: fieldOf(form, 'id'), subject: `borrower:${borrowerId}` };
  await desk.change(putOffer, offer, step);
  return desk.goTo(addressOf(deskPaths.offers, { borrower: borrowerId, product: productId }));
}

function OfferForm({
  borrowerId,
  products,
  current,
  answer,
}: {
  readonly borrowerId: string;
  readonly products: readonly HostProduct[];
  readonly current: HostOffer | undefined;
  readonly answer: OfferAnswer | undefined;
}): ReactNode {
  const desk = useDesk();
  const text = deskCatalogueText[desk.language];
  const productOf = (id: string | undefined) => products.find(({ productId }) => productId === id);
  const values = answer?.values ?? (current ? valuesOf(current, desk) : {});
  const chosen = productOf(values.productId) ?? products[0];
  const error = (name: (typeof formFields)[number]) =>
    answer?.badField === name ? fill(text.check, { field: text[name as 'couponCount'] }) : undefined;
  return (
    <Part id="offer" title={text.makeOffer} isNarrow>
      <form
        method="post"
        action={addressOf(deskPaths.offers, { borrower: borrowerId, product: current?.productId })}
        noValidate
      >
        <p className="hint">{text.makeOfferLine}</p>
        {answer?.isStale && (
          <Note tone="warn" isStatus>
            {text.offerChangedMeanwhile}
          </Note>
        )}
        <input type="hidden" name="id" value={desk.newId()} />
        <input type="hidden" name="stamp" value={answer?.stamp ?? ''} />
        <div className="g2">
          <Pairs>
            <SelectField
              id="productId"
              label={text.product}
              chosen={values.productId ?? chosen?.productId ?? ''}
              choices={products.map(({ productId, name }) => [productId, `${name} · ${productId}`])}
            />
            <TextField
              id="amountMinor"
              label={text.amount}
              value={values.amountMinor ?? ''}
              inputMode="decimal"
              hint={
                chosen &&
                fill(text.range, {
                  from: desk.money(chosen.minimumMinor, chosen.currency),
                  to: desk.money(chosen.maximumMinor, chosen.currency),
                })
              }
              error={
                answer?.badField === 'amountMinor' ? fill(text.check, { field: text.amount }) : undefined
              }
            />
            <TextField
              id="depositAccountEnding"
              label={text.depositAccountEnding}
              value={values.depositAccountEnding ?? ''}
              maxLength={4}
              error={error('depositAccountEnding')}
            />
            <TextField
              id="couponCount"
              label={text.couponCount}
              value={values.couponCount ?? '0'}
              inputMode="numeric"
              error={error('couponCount')}
            />
            {(['validFrom', 'validThrough'] as const).map((name) => (
              <TextField
                key={name}
                id={name}
                label={text[name]}
                value={values[name] ?? ''}
                maxLength={10}
                hint={text.dayHint}
                error={error(name)}
              />
            ))}
          </Pairs>
        </div>
        {answer && answer.changes.length > 0 && (
          <Changes areTexts label={text.before} becomes={text.becomes} changes={answer.changes} />
        )}
        {answer?.offer && answer.changes.length === 0 && <p className="sub g3">{text.nothingChanges}</p>}
        <Acts>
          {answer?.offer && answer.changes.length > 0 && (
            <Button name="step" value="make">
              {fill(text.offerNow, { amount: desk.money(answer.offer.amountMinor, chosen?.currency) })}
            </Button>
          )}
          <Button kind="second" name="step" value="preview">
            {text.preview}
          </Button>
        </Acts>
      </form>
      {current && current.withdrawnAt === null && (
        <form
          method="post"
          action={addressOf(deskPaths.offers, { borrower: borrowerId, product: current.productId })}
        >
          <input type="hidden" name="productId" value={current.productId} />
          <input type="hidden" name="id" value={desk.newId()} />
          <input type="hidden" name="stamp" value={JSON.stringify(current)} />
          <Acts>
            <Button kind="danger" name="step" value="withdraw">
              {text.withdrawOffer}
            </Button>
          </Acts>
        </form>
      )}
    </Part>
  );
}

function BorrowerLink({ id }: { readonly id: string }): ReactNode {
  return (
    <a className="hash" href={borrowerPath(id)}>
      {id}
    </a>
  );
}

async function currentOffer(
  desk: OpenDesk,
  borrowerId: string,
  productId: string,
): Promise<HostOffer | undefined> {
  const { offers: offerRows } = await desk.read(listOffers, { borrowerId, productId, limit: 1 });
  return offerRows[0];
}

function valuesOf(offer: HostOffer, desk: OpenDesk): Readonly<Record<string, string>> {
  return {
    productId: offer.productId,
    amountMinor: desk.amountField(offer.amountMinor, offer.currency),
    couponCount: String(offer.couponCount),
    depositAccountEnding: offer.depositAccountEnding,
    validFrom: offer.validFrom ?? '',
    validThrough: offer.validThrough ?? '',
  };
}

/** What a form says, or the field that cannot be read or taken. */
function offerOf(
  values: Readonly<Record<string, string>>,
  borrowerId: string,
  product: HostProduct,
): OfferFacts | { readonly field: string } {
  const of = (name: string) => (values[name] ?? '').trim();
  const amountMinor = amountFromText(of('amountMinor'), product.currency);
  if (amountMinor === null || !isOfferedAmount(product, amountMinor)) return { field: 'amountMinor' };
  if (!/^[0-9A-Za-z]{2,4}$/.test(of('depositAccountEnding'))) return { field: 'depositAccountEnding' };
  if (!/^\d{1,4}$/.test(of('couponCount'))) return { field: 'couponCount' };
  for (const field of ['validFrom', 'validThrough'] as const) {
    const day = of(field);
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
    if (day !== '' && !isDay) return { field };
  }
  return {
    borrowerId,
    productId: product.productId,
    amountMinor,
    couponCount: Number(of('couponCount')),
    depositAccountEnding: of('depositAccountEnding'),
    validFrom: (of('validFrom') || null) as OfferFacts['validFrom'],
    validThrough: (of('validThrough') || null) as OfferFacts['validThrough'],
    isWithdrawn: false,
  };
}

function offerChanges(
  current: HostOffer | undefined,
  after: OfferFacts,
  { currency }: HostProduct,
  desk: OpenDesk,
): Change[] {
  const text = deskCatalogueText[desk.language];
  const rows = (offer: OfferFacts): (readonly [string, string])[] => [
    [text.amount, desk.money(offer.amountMinor, currency)],
    [text.depositAccountEnding, offer.depositAccountEnding],
    [text.couponCount, String(offer.couponCount)],
    [text.validFrom, offer.validFrom ?? text.none],
    [text.validThrough, offer.validThrough ?? text.none],
    [text.state, offer.isWithdrawn ? text.withdrawn : text.offered],
  ];
  const before = current && rows({ ...current, isWithdrawn: current.withdrawnAt !== null });
  return rows(after)
    .map(([name, words], index) => ({ name, before: before?.[index]?.[1] ?? text.noOffer, after: words }))
    .filter((change) => change.before !== change.after);
}
