import type { ReactNode } from 'react';
import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import { type HostProduct, putProduct, readProduct } from '#contract/host/product.ts';
import { CodedError } from '#domain/error-code.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths, productPath } from '../paths.ts';
import { FactList } from '../ui/facts.tsx';
import { BeforeAfter } from '../ui/field.tsx';
import { addressOf } from '../ui/pager.tsx';
import { Table } from '../ui/table.tsx';
import { ProductFields } from './product-fields.tsx';
import {
  changesOf,
  type ProductFacts,
  type ProductValues,
  productFields,
  productOf,
  typedValues,
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
  given: Readonly<Record<string, string>>,
): Promise<{ readonly answer: ProductAnswer; readonly status: number } | { readonly done: ProductFacts }> {
  await desk.require('change-catalogue');
  const values = { ...typedValues(form), ...given };
  const read = productOf(values);
  if ('field' in read) {
    return { answer: { values, product: null, badField: read.field, isStale: false }, status: 422 };
  }
  const answer = { values, product: read, badField: null, isStale: false };
  const isPreviewed = fieldOf(form, 'previewed') === JSON.stringify(read);
  if (fieldOf(form, 'step') !== 'make' || !isPreviewed) return { answer, status: 200 };
  const expectedVersion = Number(fieldOf(form, 'version'));
  if (!Number.isSafeInteger(expectedVersion)) throw new CodedError('request-invalid', 'version');
  try {
    await desk.change(
      putProduct,
      { ...read, expectedVersion },
      { messageId: fieldOf(form, 'id'), subject: `product:${read.productId}` },
    );
    return { done: read };
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    if (error.code === 'version-conflict') return { answer: { ...answer, isStale: true }, status: 409 };
    if (error.code !== 'request-invalid') throw error;
    return { answer: { ...answer, product: null, badField: error.field ?? 'name' }, status: 422 };
  }
}

/** A product: its terms, its versions, and the form that makes the next one. */
export const product = deskScreen({
  path: deskPaths.product,
  needs: 'see-catalogue',
  load: ({ read, part }) => read(readProduct, { productId: part('product') }),
  async submit(desk, form) {
    const productId = desk.part('product');
    const { product: current } = await desk.read(readProduct, { productId });
    const result = await answerProductForm(desk, form, { productId, market: current.market });
    return 'done' in result ? desk.goTo(productPath(productId)) : desk.again(result.answer, result.status);
  },
  title: ({ product: { name } }) => name,
  page({ desk, product: current, versions, answer }) {
    const text = deskCatalogueText[desk.language];
    const rows = versions.map((version, index) => ({ ...version, before: versions[index + 1] }));
    const factsIn = (version: (typeof versions)[number]): ProductFacts => ({
      ...version.terms,
      productId: current.productId,
      name: version.name,
      logo: version.logo,
      isActive: current.isActive,
    });
    return (
      <>
        <p className="crumb">
          <a href={deskPaths.products}>{text.title}</a>
        </p>
        <div className="top">
          <h1>{current.name}</h1>
          <p className="sub">
            {current.productId} · {text.version} {current.version} ·{' '}
            {current.isActive ? text.offered : text.withdrawn}
          </p>
          <p className="end">
            <a href={addressOf(deskPaths.offers, { product: current.productId })}>{text.offersOf}</a>
          </p>
        </div>
        <section className="narrow" aria-labelledby="terms">
          <h2 id="terms">{text.terms}</h2>
          <FactList facts={productFields.map((field) => [text[field], wordsOf(field, current, desk)])} />
        </section>
        {desk.may('change-catalogue') && <ChangeForms desk={desk} product={current} answer={answer} />}
        <section className="part" aria-labelledby="versions">
          <div className="line">
            <h2 id="versions">{text.versions}</h2>
          </div>
          <Table
            caption={text.versionsCaption}
            rows={rows}
            keyOf={({ version }) => version}
            columns={[
              { head: text.version, className: 'fit', cell: ({ version }) => version },
              { head: text.made, className: 'fit num r', cell: ({ madeAt }) => desk.time(madeAt) },
              {
                head: text.by,
                className: 'fit',
                cell: ({ madeBy }) => (madeBy.startsWith('desk:') ? text.deskPerson : text.lenderSystems),
              },
              {
                head: text.changes,
                className: 'wide',
                cell: (row) =>
                  row.before === undefined
                    ? text.firstVersion
                    : changesOf(factsIn(row.before), factsIn(row), desk)
                        .map(({ name, before, after }) => `${name}: ${before} → ${after}`)
                        .join(' · '),
              },
            ]}
          />
        </section>
      </>
    );
  },
});

/** What a form showed, so that nothing is made that nobody saw. */
export function Previewed({ product: shown }: { readonly product: ProductFacts | null }): ReactNode {
  return shown && <input type="hidden" name="previewed" value={JSON.stringify(shown)} />;
}

/** What the form would read of a product that was not changed. */
function factsOf(current: HostProduct): ProductFacts | null {
  const read = productOf(valuesOf(current));
  return 'field' in read ? null : read;
}

/** The fold that changes a product, and the one that withdraws it. */
function ChangeForms({
  desk,
  product: current,
  answer,
}: {
  readonly desk: OpenDesk;
  readonly product: HostProduct;
  readonly answer: ProductAnswer | undefined;
}): ReactNode {
  const text = deskCatalogueText[desk.language];
  const path = productPath(current.productId);
  const changes = answer?.product ? changesOf(current, answer.product, desk) : [];
  const isNewVersion = changes.some(({ name }) => name !== text.isActive);
  const next = current.version + 1;
  const facts = factsOf(current);
  const hidden = (
    <>
      <input type="hidden" name="version" value={current.version} />
      <input type="hidden" name="id" value={desk.newId()} />
    </>
  );
  return (
    <div className="part narrow">
      <details className="do" name="change" open={answer !== undefined}>
        <summary>
          {text.change}
          <small>{fill(text.changeLine, { version: next })}</small>
        </summary>
        <form method="post" action={path} noValidate>
          {answer?.isStale && (
            <p className="note" data-tone="warn" role="status">
              {text.changedMeanwhile}
            </p>
          )}
          {hidden}
          <Previewed product={answer?.product ?? null} />
          <ProductFields
            desk={desk}
            values={answer?.values ?? valuesOf(current)}
            badField={answer?.badField ?? null}
          />
          {changes.length > 0 && <BeforeAfter label={text.before} becomes={text.becomes} changes={changes} />}
          {answer?.product && changes.length === 0 && <p className="sub g3">{text.nothingChanges}</p>}
          <div className="acts g3">
            {changes.length > 0 && (
              <button className="btn" type="submit" name="step" value="make">
                {isNewVersion ? fill(text.make, { version: next }) : text.keep}
              </button>
            )}
            <button className="btn second" type="submit" name="step" value="preview">
              {text.preview}
            </button>
          </div>
        </form>
      </details>
      {current.isActive && facts && (
        <details className="do" name="change">
          <summary>{text.withdraw}</summary>
          <form method="post" action={path}>
            {Object.entries({ ...valuesOf(current), isActive: 'no' }).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {hidden}
            <Previewed product={{ ...facts, isActive: false }} />
            <p>{text.withdrawLine}</p>
            <div className="acts g3">
              <button className="btn danger" type="submit" name="step" value="make">
                {fill(text.withdrawNow, { product: current.name })}
              </button>
            </div>
          </form>
        </details>
      )}
    </div>
  );
}
