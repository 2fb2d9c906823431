import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import { allMarkets, currencyOf } from '#domain/market.ts';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths, productPath } from '../paths.ts';
import { ChoiceField, TextField } from '../ui/field.tsx';
import { answerProductForm, Previewed, type ProductAnswer } from './product.tsx';
import { ProductFields, problemOfField } from './product-fields.tsx';
import { productFields, wordsOf } from './product-form.ts';

/** The form that adds a product. */
export const newProduct = deskScreen<{ readonly id: string }, ProductAnswer>({
  path: deskPaths.newProduct,
  needs: 'change-catalogue',
  load: ({ newId }) => ({ id: newId() }),
  async submit(desk, form) {
    const result = await answerProductForm(desk, form, {});
    return 'done' in result
      ? desk.goTo(productPath(result.done.productId))
      : desk.again(result.answer, result.status);
  },
  title: ({ desk }) => deskCatalogueText[desk.language].add,
  page({ desk, id, answer }) {
    const text = deskCatalogueText[desk.language];
    const values = answer?.values ?? { isActive: 'yes', allowsPrepayment: 'yes' };
    const problem = answer?.badField === 'productId' ? problemOfField('productId', desk) : undefined;
    return (
      <>
        <p className="crumb">
          <a href={deskPaths.products}>{text.title}</a>
        </p>
        <div className="top">
          <h1>{text.add}</h1>
        </div>
        <form className="narrow" method="post" action={deskPaths.newProduct} noValidate>
          <input type="hidden" name="version" value="0" />
          <input type="hidden" name="id" value={id} />
          <Previewed product={answer?.product ?? null} />
          <div className="pairs">
            <TextField
              id="productId"
              label={text.productId}
              value={values.productId ?? ''}
              hint={text.productIdHint}
              error={answer?.isStale ? text.exists : problem}
              maxLength={64}
            />
            <ChoiceField
              id="market"
              label={text.market}
              value={values.market ?? desk.market}
              choices={allMarkets.map((market) => [market, `${market} · ${currencyOf(market)}`])}
            />
          </div>
          <div className="g3">
            <ProductFields desk={desk} values={values} badField={answer?.badField ?? null} />
          </div>
          {answer?.product && (
            <dl className="facts g3" aria-label={text.preview}>
              {productFields.map((field) => (
                <div key={field}>
                  <dt>{text[field]}</dt>
                  <dd>{answer.product && wordsOf(field, answer.product, desk)}</dd>
                </div>
              ))}
            </dl>
          )}
          <div className="acts g3">
            {answer?.product && !answer.isStale && (
              <button className="btn" type="submit" name="step" value="make">
                {fill(text.addNow, { product: answer.product.productId })}
              </button>
            )}
            <button className="btn second" type="submit" name="step" value="preview">
              {text.preview}
            </button>
          </div>
        </form>
      </>
    );
  },
});
