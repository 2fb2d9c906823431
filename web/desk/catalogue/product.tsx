import type { ReactNode } from 'react';
import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import { needsSecondApprover } from '#contract/doors.ts';
import { type HostProduct, putProduct, readProduct } from '#contract/host/product.ts';
import type { HostCall } from '#contract/host-call.ts';
import { CodedError } from '#domain/error-code.ts';
import { serviceTermNames, serviceTermsOf } from '#domain/offer/product-term-table.ts';
import { type Again, fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { reasonField } from '../correction/correction-fields.ts';
import { useDeskText } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath, deskPaths, productPath } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { Changes } from '../ui/before-after.tsx';
import { deskForm, FormFields, PostForm, partOf, type SentForm, sentAs } from '../ui/desk-form.tsx';
import { FactList } from '../ui/facts.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { Crumb, HeadActs, PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Part, PlainPart } from '../ui/part.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';
import { Table } from '../ui/table.tsx';
import { ProductFields } from './product-fields.tsx';
import {
  changesOf,
  faultOf,
  type ProductFacts,
  productFields,
  readProductForm,
  type VersionFacts,
  wordsOf,
} from './product-form.ts';

export interface SentProduct extends SentForm {
  /** The product as typed; null where a field is refused. */
  readonly product: ProductFacts | null;
  /** Somebody changed the product since the page was opened. */
  readonly isStale: boolean;
}

/** Previews the typed product, or saves it if it is the same as the last preview. */
export async function submitProduct(
  desk: OpenDesk,
  form: FormData,
  of: Pick<ProductFacts, 'productId' | 'market'>,
): Promise<Response | Again<SentProduct>> {
  await desk.require('change-catalogue');
  const { sent, product: read } = readProductForm(desk, form, of);
  const answer = { ...sent, product: read, isStale: false };
  if (!read) return desk.again(answer, 422);
  const isPreviewed = fieldOf(form, 'previewed') === JSON.stringify(read);
  if (fieldOf(form, 'step') !== 'make' || !isPreviewed) return desk.again(answer, 200);
  return makeProduct(desk, sent, read);
}

async function makeProduct(
  desk: OpenDesk,
  sent: SentForm,
  made: ProductFacts,
): Promise<Response | Again<SentProduct>> {
  const { productId, market, currency } = made;
  const answer = { ...sent, product: made, isStale: false };
  const expectedVersion = Number(fieldOf(sent.typed, 'version'));
  if (!Number.isSafeInteger(expectedVersion)) throw new CodedError('request-invalid', 'version');
  const fields = { ...made, expectedVersion };
  const [messageId, subject] = [fieldOf(sent.typed, 'messageId'), `product:${productId}`];
  if (needsSecondApprover(putProduct.name, fields)) {
    const { sent: withReason, values } = whyForm(desk).read(sent.typed);
    if (!values) return desk.again({ ...answer, faults: withReason.faults }, 422);
    const version = await versionOf(desk, productId);
    if (version !== expectedVersion) return desk.again({ ...answer, isStale: true }, 409);
    const proposal = { call: putProduct as HostCall, fields, subject, currency };
    await desk.service.corrections.propose(desk.person, proposal, { messageId, reason: values.reason });
    return desk.goTo(approvalPath(messageId));
  }
  try {
    await desk.change(putProduct, fields, { messageId, subject });
    return desk.goTo(productPath(productId));
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    if (error.code === 'version-conflict') return desk.again({ ...answer, isStale: true }, 409);
    if (error.code !== 'request-invalid') throw error;
    const field = error.field ?? 'name';
    const faults = { [field]: faultOf(field, desk, market) };
    return desk.again({ ...answer, product: null, faults }, 422);
  }
}

const whyForm = (desk: OpenDesk) =>
  deskForm('product', { reason: reasonField(desk, { kind: 'line', hint: undefined }) });

/** The current version of a product; 0 where there is none. */
async function versionOf(desk: OpenDesk, productId: string): Promise<number> {
  try {
    return (await desk.read(readProduct, { productId })).product.version;
  } catch (error) {
    if (error instanceof CodedError && error.code === 'not-found') return 0;
    throw error;
  }
}

function needsApproval(sent: SentProduct | undefined): boolean {
  return Boolean(sent?.product && needsSecondApprover(putProduct.name, { ...sent.product }));
}

/** Asks for the reason of a previewed product that needs approval; nothing for others. */
export function ApprovalReasonField({ sent }: { readonly sent: SentProduct | undefined }): ReactNode {
  const { desk, text } = useDeskText(deskCorrectionText);
  if (!needsApproval(sent)) return null;
  return (
    <div className="g3">
      <FormFields form={whyForm(desk)} />
      <SecondPersonNote>{text.needsSecondApprover}</SecondPersonNote>
    </div>
  );
}

/** The buttons of a product form. @param make the label of the button that saves; null hides it. */
export function ProductButtons({
  sent,
  make,
}: {
  readonly sent: SentProduct | undefined;
  readonly make: string | null;
}): ReactNode {
  const { desk, text } = useDeskText(deskCatalogueText);
  const { ask } = deskCorrectionText[desk.language];
  return (
    <Acts>
      {make !== null && (
        <Button name="step" value="make">
          {needsApproval(sent) ? fill(ask, { what: make }) : make}
        </Button>
      )}
      <Button kind="second" name="step" value="preview">
        {text.preview}
      </Button>
    </Acts>
  );
}

export const product = deskScreen({
  path: deskPaths.product,
  needs: 'see-catalogue',
  async load({ read, part, service }) {
    const shown = await read(readProduct, { productId: part('product') });
    return { ...shown, people: await service.people.names(shown.versions.map(({ madeBy }) => madeBy)) };
  },
  async submit(desk, form) {
    const productId = desk.part('product');
    const { product: current } = await desk.read(readProduct, { productId });
    if (partOf(form, ['product', 'withdraw']) === 'product') return submitProduct(desk, form, current);
    await desk.require('change-catalogue');
    const { version: _, ...facts } = current;
    return makeProduct(desk, { part: 'withdraw', typed: form, faults: {} }, { ...facts, isActive: false });
  },
  title: ({ product: { name } }) => name,
  page({ desk, product: current, versions, people, answer }) {
    const text = deskCatalogueText[desk.language];
    const rows = versions.map((version, index) => ({ ...version, before: versions[index + 1] }));
    const factsIn = (version: (typeof versions)[number]): VersionFacts => ({
      ...version.terms,
      productId: current.productId,
      name: version.name,
      logo: version.logo,
      isActive: current.isActive,
      ...serviceTermsOf(current),
    });
    return (
      <>
        <Crumb>
          <a href={deskPaths.products}>{text.title}</a>
        </Crumb>
        <PageHead>
          <h1>{current.name}</h1>
          <p className="sub">
            {current.productId} · {text.version} {current.version} ·{' '}
            {current.isActive ? text.offered : text.withdrawn}
          </p>
          <HeadActs>
            <a href={addressOf(deskPaths.offers, { product: current.productId })}>{text.offersOf}</a>
          </HeadActs>
        </PageHead>
        <section className="narrow" aria-labelledby="terms">
          <h2 id="terms">{text.terms}</h2>
          <FactList facts={productFields.map((field) => [text[field], wordsOf(field, current, desk)])} />
        </section>
        {desk.may('change-catalogue') && <ChangeForms product={current} sent={answer} />}
        <Part id="versions" title={text.versions}>
          <Table
            caption={text.versionsCaption}
            rows={rows}
            keyOf={({ version }) => version}
            columns={[
              [text.version, ({ version }) => version, 'fit'],
              [text.made, ({ madeAt }) => desk.zonedTime(madeAt), 'fit num right'],
              [
                text.by,
                ({ madeBy }) =>
                  madeBy.startsWith('desk:')
                    ? (people.get(madeBy.slice('desk:'.length)) ?? text.deskPerson)
                    : text.lenderSystems,
                'fit',
              ],
              [
                text.changes,
                (row) =>
                  row.before === undefined
                    ? text.firstVersion
                    : changesOf(factsIn(row.before), factsIn(row), desk)
                        .map(({ name, before, after }) => `${name}: ${before} → ${after}`)
                        .join(' · '),
                'wide',
              ],
            ]}
          />
        </Part>
      </>
    );
  },
});

const unversionedFields = ['isActive', ...serviceTermNames] as const;

function ChangeForms({
  product: current,
  sent,
}: {
  readonly product: HostProduct;
  readonly sent: SentProduct | undefined;
}): ReactNode {
  const { desk, text } = useDeskText(deskCatalogueText);
  const { version } = current;
  const action = productPath(current.productId);
  const changed = sentAs(sent, 'product')?.product ?? null;
  const changes = changed ? changesOf(current, changed, desk) : [];
  const unversioned = new Set<string>(unversionedFields.map((field) => text[field]));
  const isNewVersion = changes.some(({ name }) => !unversioned.has(name));
  const makeWords = isNewVersion ? fill(text.make, { version: version + 1 }) : text.keep;
  const previewed = changed ? JSON.stringify(changed) : undefined;
  return (
    <PlainPart isNarrow>
      <FormFold
        name="change"
        isOpen={sent !== undefined}
        title={text.change}
        note={fill(text.changeLine, { version: version + 1 })}
      >
        <PostForm
          part="product"
          sent={sentAs(sent, 'product')}
          action={action}
          hidden={{ version, previewed }}
        >
          {sent?.isStale && (
            <Note tone="warn" isStatus>
              {text.changedMeanwhile}
            </Note>
          )}
          <ProductFields product={current} />
          {changes.length > 0 && (
            <Changes areTexts label={text.before} becomes={text.becomes} changes={changes} />
          )}
          {changed && changes.length === 0 && <p className="sub g3">{text.nothingChanges}</p>}
          {changes.length > 0 && <ApprovalReasonField sent={sent} />}
          <ProductButtons sent={sent} make={changes.length > 0 ? makeWords : null} />
        </PostForm>
      </FormFold>
      {current.isActive && (
        <FormFold name="change" title={text.withdraw}>
          <PostForm part="withdraw" action={action} hidden={{ version }}>
            <p>{text.withdrawLine}</p>
            <Acts>
              <Button kind="danger" name="step" value="make">
                {fill(text.withdrawNow, { product: current.name })}
              </Button>
            </Acts>
          </PostForm>
        </FormFold>
      )}
    </PlainPart>
  );
}
