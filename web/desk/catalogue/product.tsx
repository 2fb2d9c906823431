import type { ReactNode } from 'react';
import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { deskCorrectionText } from '#content/messages/desk-correction.ts';
import { fill } from '#content/text-pack.ts';
import { needsSecondApprover } from '#contract/doors.ts';
import { type HostProduct, putProduct, readProduct } from '#contract/host/product.ts';
import type { HostCall } from '#contract/host-call.ts';
import { CodedError } from '#domain/error-code.ts';
import { serviceTermNames, serviceTermsOf } from '#domain/offer/product-term-table.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button } from '#ui/form/button.tsx';
import { Note } from '#ui/notice/note.tsx';
import { useDeskText } from '../desk-context.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { approvalPath, deskPaths, productPath } from '../paths.ts';
import { moneyReason, reasonIn } from '../reason.ts';
import { Acts } from '../ui/acts.tsx';
import { Changes } from '../ui/before-after.tsx';
import { FactList } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { FormFold } from '../ui/form-fold.tsx';
import { Crumb, HeadActs, PageHead } from '../ui/page-head.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Part, PlainPart } from '../ui/part.tsx';
import { SecondPersonNote } from '../ui/second-person.tsx';
import { Table } from '../ui/table.tsx';
import { ProductFields } from './product-fields.tsx';
import {
  changesOf,
  type ProductFacts,
  type ProductValues,
  productFields,
  productOf,
  typedValues,
  type VersionFacts,
  valuesOf,
  wordsOf,
} from './product-form.ts';

/** A change as it was typed, what it would make of the product, and why it was not made. */
export interface ProductAnswer {
  readonly values: ProductValues;
  readonly product: ProductFacts | null;
  readonly badField: string | null;
  readonly isStale: boolean;
}

/** Reads what was typed and previews it, or makes the change once just that was previewed. */
export async function answerProductForm(
  desk: OpenDesk,
  form: FormData,
  inputs: Readonly<Record<string, string>>,
): Promise<{ readonly answer: ProductAnswer; readonly status: number } | { readonly doneAt: string }> {
  await desk.require('change-catalogue');
  const values = { ...typedValues(form), ...inputs };
  const read = productOf(values);
  if ('field' in read) {
    return { answer: { values, product: null, badField: read.field, isStale: false }, status: 422 };
  }
  const answer = { values, product: read, badField: null, isStale: false };
  const isPreviewed = fieldOf(form, 'previewed') === JSON.stringify(read);
  if (fieldOf(form, 'step') !== 'make' || !isPreviewed) return { answer, status: 200 };
  const expectedVersion = Number(fieldOf(form, 'version'));
  if (!Number.isSafeInteger(expectedVersion)) throw new CodedError('request-invalid', 'version');
  const fields = { ...read, expectedVersion };
  const [messageId, subject] = [fieldOf(form, 'id'), `product:${read.productId}`];
  if (needsSecondApprover(putProduct.name, fields)) {
    const reason = reasonIn(fieldOf(form, 'reason'), moneyReason);
    if (reason === null) return { answer: { ...answer, badField: 'reason' }, status: 422 };
    const version = await versionOf(desk, read.productId);
    if (version !== expectedVersion) return { answer: { ...answer, isStale: true }, status: 409 };
    const proposal = { call: putProduct as HostCall, fields, subject, currency: read.currency };
    await desk.service.corrections.propose(desk.person, proposal, { messageId, reason });
    return { doneAt: approvalPath(messageId) };
  }
  try {
    await desk.change(putProduct, fields, { messageId, subject });
    return { doneAt: productPath(read.productId) };
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    if (error.code === 'version-conflict') return { answer: { ...answer, isStale: true }, status: 409 };
    if (error.code !== 'request-invalid') throw error;
    return { answer: { ...answer, product: null, badField: error.field ?? 'name' }, status: 422 };
  }
}

/** The version of a product as it stands; 0 where there is none. */
async function versionOf(desk: OpenDesk, productId: string): Promise<number> {
  try {
    return (await desk.read(readProduct, { productId })).product.version;
  } catch (error) {
    if (error instanceof CodedError && error.code === 'not-found') return 0;
    throw error;
  }
}

/** Whether what was previewed takes two people. */
function isForTwo(answer: ProductAnswer | undefined): boolean {
  return Boolean(answer?.product && needsSecondApprover(putProduct.name, { ...answer.product }));
}

/** Why it is asked for, and that another approves it, where what was previewed takes two people. */
export function SecondPersonFields({ answer }: { readonly answer: ProductAnswer | undefined }): ReactNode {
  const { text } = useDeskText(deskCorrectionText);
  if (!isForTwo(answer)) return null;
  return (
    <div className="g3">
      <TextField
        id="reason"
        label={text.reason}
        value={answer?.values.reason ?? ''}
        error={answer?.badField === 'reason' ? text['wrong-reason'] : undefined}
        maxLength={200}
      />
      <SecondPersonNote>{text.needsSecondApprover}</SecondPersonNote>
    </div>
  );
}

/** What the button says: that it is done, or asked for where it takes two. */
export function makeWords(answer: ProductAnswer | undefined, words: string, { language }: OpenDesk): string {
  return isForTwo(answer) ? fill(deskCorrectionText[language].ask, { what: words }) : words;
}

/** A product: its terms, its versions, and the form that makes the next one. */
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
    const result = await answerProductForm(desk, form, { productId, market: current.market });
    return 'doneAt' in result ? desk.goTo(result.doneAt) : desk.again(result.answer, result.status);
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
        {desk.may('change-catalogue') && <ChangeForms product={current} answer={answer} />}
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

/** What a form showed, so that only what was seen is made. */
export function Previewed({ product: shown }: { readonly product: ProductFacts | null }): ReactNode {
  return shown && <input type="hidden" name="previewed" value={JSON.stringify(shown)} />;
}

/** What the form would read of a product that was not changed. */
function factsOf(current: HostProduct, desk: OpenDesk): ProductFacts | null {
  const read = productOf(valuesOf(current, desk));
  return 'field' in read ? null : read;
}

const unversionedFields = ['isActive', ...serviceTermNames] as const;

/** The fold that changes a product, and the one that withdraws it. */
function ChangeForms({
  product: current,
  answer,
}: {
  readonly product: HostProduct;
  readonly answer: ProductAnswer | undefined;
}): ReactNode {
  const { desk, text } = useDeskText(deskCatalogueText);
  const path = productPath(current.productId);
  const changes = answer?.product ? changesOf(current, answer.product, desk) : [];
  const unversioned = new Set<string>(unversionedFields.map((field) => text[field]));
  const isNewVersion = changes.some(({ name }) => !unversioned.has(name));
  const next = current.version + 1;
  const facts = factsOf(current, desk);
  const hidden = (
    <>
      <input type="hidden" name="version" value={current.version} />
      <input type="hidden" name="id" value={desk.newId()} />
    </>
  );
  return (
    <PlainPart isNarrow>
      <FormFold
        name="change"
        isOpen={answer !== undefined}
        title={text.change}
        note={fill(text.changeLine, { version: next })}
      >
        <form method="post" action={path} noValidate>
          {answer?.isStale && (
            <Note tone="warn" isStatus>
              {text.changedMeanwhile}
            </Note>
          )}
          {hidden}
          <Previewed product={answer?.product ?? null} />
          <ProductFields
            values={answer?.values ?? valuesOf(current, desk)}
            badField={answer?.badField ?? null}
          />
          {changes.length > 0 && (
            <Changes areTexts label={text.before} becomes={text.becomes} changes={changes} />
          )}
          {answer?.product && changes.length === 0 && <p className="sub g3">{text.nothingChanges}</p>}
          {changes.length > 0 && <SecondPersonFields answer={answer} />}
          <Acts>
            {changes.length > 0 && (
              <Button name="step" value="make">
                {makeWords(answer, isNewVersion ? fill(text.make, { version: next }) : text.keep, desk)}
              </Button>
            )}
            <Button kind="second" name="step" value="preview">
              {text.preview}
            </Button>
          </Acts>
        </form>
      </FormFold>
      {current.isActive && facts && (
        <FormFold name="change" title={text.withdraw}>
          <form method="post" action={path}>
            {Object.entries({ ...valuesOf(current, desk), isActive: 'no' }).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {hidden}
            <Previewed product={{ ...facts, isActive: false }} />
            <p>{text.withdrawLine}</p>
            <Acts>
              <Button kind="danger" name="step" value="make">
                {fill(text.withdrawNow, { product: current.name })}
              </Button>
            </Acts>
          </form>
        </FormFold>
      )}
    </PlainPart>
  );
}
