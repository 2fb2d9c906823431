import type { ReactNode } from 'react';
import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import { readBorrower } from '#contract/host/borrower.ts';
import { type HostOffer, listOffers, putOffer } from '#contract/host/offer.ts';
import { type HostProduct, listProducts, readProduct } from '#contract/host/product.ts';
import { type LocalDate, typedDay } from '#domain/calendar.ts';
import { CodedError } from '#domain/error-code.ts';
import { amountFromText } from '#domain/money/amount-input.ts';
import { isOfferedAmount } from '#domain/offer/product-terms.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDeskText } from '../desk-context.ts';
import { deskList } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { idOf } from '../id.ts';
import type { OpenDesk } from '../open-desk.ts';
import { borrowerPath, deskPaths, productPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import type { Change } from '../ui/before-after.tsx';
import { Changes } from '../ui/before-after.tsx';
import {
  type DeskField,
  deskForm,
  FormFields,
  PostForm,
  type SentForm,
  sentAs,
  textField,
} from '../ui/desk-form.tsx';
import { TextField } from '../ui/field.tsx';
import { Pairs } from '../ui/fields.tsx';
import { SearchBar } from '../ui/list-search.tsx';
import { Crumb, PageHead } from '../ui/page-head.tsx';
import { Part } from '../ui/part.tsx';

const productsShown = 100;

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

interface SentOffer extends SentForm {
  /** Null where a field is refused. */
  readonly offer: OfferFacts | null;
  readonly changes: readonly Change[];
  /** The typed offer and the one it replaces; the offer is made only if both are unchanged since the preview. */
  readonly stamp: string;
  readonly isStale: boolean;
}

const nothingRead = { offer: null, changes: [], stamp: '', isStale: false };

export const offerList = deskList({
  path: deskPaths.offers,
  filters: { borrower: 'text', product: 'text' },
  read: ({ query: { borrower, product }, page, read }) =>
    read(listOffers, { ...page, borrowerId: borrower, productId: product }),
  rows: (page) => page.offers,
  keyOf: ({ borrowerId, productId }) => `${borrowerId}/${productId}`,
  caption: ({ language }, { query: { borrower, product } }) =>
    fill(deskCatalogueText[language].offersCaption, {
      of: borrower ?? product ?? deskCatalogueText[language].title,
    }),
  empty: ({ language }) => deskCatalogueText[language].noOffer,
  columns(desk) {
    const text = deskCatalogueText[desk.language];
    return [
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
            href={offerList.address({ borrower: row.borrowerId, product: row.productId })}
            aria-label={`${text.openOffer}: ${row.productId}`}
          >
            {text.openOffer}
          </a>
        ),
        'fit unheaded right',
      ],
    ];
  },
  file: {
    name: 'offers.csv',
    needs: 'see-catalogue',
    columns: [
      'borrowerId',
      'productId',
      'amountMinor',
      'currency',
      'couponCount',
      'validFrom',
      'validThrough',
      'withdrawnAt',
      'changedAt',
      'changedBy',
    ],
  },
});

/** For one borrower, the page also has the form that makes, changes or withdraws an offer. */
export const offers = deskScreen({
  path: deskPaths.offers,
  needs: 'see-catalogue',
  async load(desk) {
    const named = desk.parameter('borrower').trim();
    const borrower = idOf(named) ?? undefined;
    if (named !== '' && borrower === undefined) {
      const { borrowerId } = await desk.read(readBorrower, { lenderBorrowerId: named });
      return desk.goTo(offerList.address({ borrower: borrowerId }));
    }
    const product = desk.parameter('product') || undefined;
    const page = await offerList.load(desk, { ...(borrower && { borrower }), ...(product && { product }) });
    const { products } = await desk.read(listProducts, { limit: productsShown });
    return { page, products };
  },
  async submit(desk, form) {
    await desk.require('change-catalogue');
    const borrowerId = idOf(desk.parameter('borrower').trim()) ?? '';
    const productId = fieldOf(form, 'productId');
    const { product } = await desk.read(readProduct, { productId });
    const current = await currentOffer(desk, borrowerId, productId);
    const step = fieldOf(form, 'step');
    if (step === 'withdraw') return withdraw(desk, form, current);
    const { sent, values } = offerForm(desk, product).read(form);
    if (!values) return desk.again<SentOffer>({ ...sent, ...nothingRead }, 422);
    const offer: OfferFacts = {
      ...values,
      borrowerId,
      validFrom: values.validFrom || null,
      validThrough: values.validThrough || null,
      isWithdrawn: false,
    };
    const stamp = JSON.stringify([current, offer]);
    const changes = offerChanges(current, offer, product, desk);
    const answer: SentOffer = { ...sent, offer, changes, stamp, isStale: false };
    if (step === 'preview') return desk.again(answer, 200);
    const doneAt = offerList.address({ borrower: borrowerId, product: productId });
    if (fieldOf(form, 'stamp') !== stamp) {
      const isMade = changes.length === 0 && isOwn(current, desk);
      return isMade ? desk.goTo(doneAt) : desk.again({ ...answer, isStale: true }, 409);
    }
    try {
      await desk.change(putOffer, offer, stepOf(form, borrowerId));
    } catch (error) {
      if (!(error instanceof CodedError && error.code === 'request-invalid')) throw error;
      const field = error.field ?? 'productId';
      const fault = offerForm(desk, product).fields[field as 'productId']?.fault ?? '';
      return desk.again<SentOffer>({ ...sent, ...nothingRead, faults: { [field]: fault } }, 422);
    }
    return desk.goTo(doneAt);
  },
  title: ({ desk }) => deskCatalogueText[desk.language].offers,
  page({ desk, page, products, answer }) {
    const text = deskCatalogueText[desk.language];
    const { borrower, product } = page.query;
    const current = page.offers.find((row) => row.borrowerId === borrower && row.productId === product);
    return (
      <>
        <Crumb>
          <a href={deskPaths.products}>{text.title}</a>
        </Crumb>
        <PageHead>
          <h1>{text.offers}</h1>
          <p className="sub">
            {borrower === undefined ? (product ?? text.offersLine) : <BorrowerLink id={borrower} />}
          </p>
        </PageHead>
        <form action={deskPaths.offers} method="get">
          <SearchBar>
            <TextField id="borrower" label={text.borrowerId} value={borrower ?? ''} maxLength={64} />
            <Button>{text.openOffer}</Button>
          </SearchBar>
        </form>
        <offerList.Rows page={page} />
        {borrower !== undefined && products.length > 0 && desk.may('change-catalogue') && (
          <OfferForm borrowerId={borrower} products={products} current={current} answer={answer} />
        )}
      </>
    );
  },
});

/** Whether the same person made the current offer. A second click then counts as done. */
function isOwn(current: HostOffer | undefined, { person }: OpenDesk): boolean {
  return current?.changedBy === `desk:${person.personId}`;
}

const stepOf = (form: FormData, borrowerId: string) => ({
  messageId: fieldOf(form, 'messageId'),
  subject: `borrower:${borrowerId}`,
});

/** Withdraws the current offer, whether or not its product still has such offers. */
async function withdraw(
  desk: OpenDesk,
  form: FormData,
  current: HostOffer | undefined,
): Promise<Response | Again<SentOffer>> {
  if (current && current.withdrawnAt !== null && isOwn(current, desk)) {
    return desk.goTo(offerList.address({ borrower: current.borrowerId, product: current.productId }));
  }
  if (!current || fieldOf(form, 'stamp') !== JSON.stringify(current)) {
    const sent = { part: 'withdraw', typed: form, faults: {} };
    return desk.again<SentOffer>({ ...sent, ...nothingRead, isStale: true }, 409);
  }
  const { borrowerId, productId, amountMinor, couponCount, depositAccountEnding } = current;
  const { validFrom, validThrough } = current;
  const shown = { borrowerId, productId, amountMinor, couponCount, depositAccountEnding };
  const offer: OfferFacts = { ...shown, validFrom, validThrough, isWithdrawn: true };
  await desk.change(putOffer, offer, stepOf(form, borrowerId));
  return desk.goTo(offerList.address({ borrower: borrowerId, product: productId }));
}

/** The form of an offer; `products` to choose from and the `current` offer are only needed to draw it. */
function offerForm(
  desk: OpenDesk,
  product: HostProduct,
  products: readonly HostProduct[] = [],
  current?: HostOffer,
) {
  const text = deskCatalogueText[desk.language];
  const { currency } = product;
  const named = (label: string) => ({ label, fault: fill(text.check, { field: label }) });
  const day = (label: string, first: string | null | undefined): DeskField<LocalDate | ''> => ({
    ...named(label),
    hint: text.dayHint,
    first: first ?? '',
    maxLength: 10,
    read: (typed) => (typed.trim() === '' ? '' : typedDay(typed)),
  });
  return deskForm('offer', {
    productId: textField({
      ...named(text.product),
      choices: products.map(({ productId, name }) => [productId, `${name} · ${productId}`]),
      first: product.productId,
    }),
    amountMinor: {
      ...named(text.amount),
      kind: 'decimal',
      first: current && desk.amountField(current.amountMinor, current.currency),
      hint: fill(text.range, {
        from: desk.money(product.minimumMinor, currency),
        to: desk.money(product.maximumMinor, currency),
      }),
      read(typed) {
        const amountMinor = amountFromText(typed, currency);
        return amountMinor !== null && isOfferedAmount(product, amountMinor) ? amountMinor : null;
      },
    } satisfies DeskField,
    depositAccountEnding: {
      ...named(text.depositAccountEnding),
      first: current?.depositAccountEnding,
      maxLength: 4,
      read: (typed) => (/^[0-9A-Za-z]{2,4}$/.test(typed.trim()) ? typed.trim() : null),
    } satisfies DeskField,
    couponCount: {
      ...named(text.couponCount),
      kind: 'numeric',
      first: String(current?.couponCount ?? 0),
      read: (typed) => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : null),
    } satisfies DeskField,
    validFrom: day(text.validFrom, current?.validFrom),
    validThrough: day(text.validThrough, current?.validThrough),
  });
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
  readonly answer: SentOffer | undefined;
}): ReactNode {
  const { desk, text } = useDeskText(deskCatalogueText);
  const sent = sentAs(answer, 'offer');
  const productId = sent ? fieldOf(sent.typed, 'productId') : current?.productId;
  const chosen = products.find((each) => each.productId === productId) ?? products[0];
  if (!chosen) return null;
  const form = offerForm(desk, chosen, products, current);
  const action = offerList.address({ borrower: borrowerId, product: current?.productId });
  return (
    <Part id="offer" title={text.makeOffer} isNarrow>
      <PostForm part={form.part} sent={sent} action={action} hidden={{ stamp: sent?.stamp ?? '' }}>
        <p className="hint">{text.makeOfferLine}</p>
        {answer?.isStale && (
          <Note tone="warn" isStatus>
            {text.offerChangedMeanwhile}
          </Note>
        )}
        <div className="g2">
          <Pairs>
            <FormFields form={form} />
          </Pairs>
        </div>
        {sent && sent.changes.length > 0 && (
          <Changes areTexts label={text.before} becomes={text.becomes} changes={sent.changes} />
        )}
        {sent?.offer && sent.changes.length === 0 && <p className="sub g3">{text.nothingChanges}</p>}
        <Acts>
          {sent?.offer && sent.changes.length > 0 && (
            <Button name="step" value="make">
              {fill(text.offerNow, { amount: desk.money(sent.offer.amountMinor, chosen.currency) })}
            </Button>
          )}
          <Button kind="second" name="step" value="preview">
            {text.preview}
          </Button>
        </Acts>
      </PostForm>
      {current && current.withdrawnAt === null && (
        <PostForm
          part="withdraw"
          action={action}
          hidden={{ productId: current.productId, stamp: JSON.stringify(current) }}
        >
          <Acts>
            <Button kind="danger" name="step" value="withdraw">
              {text.withdrawOffer}
            </Button>
          </Acts>
        </PostForm>
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
