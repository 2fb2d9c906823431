import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import { allMarkets, currencyOf } from '#domain/market.ts';
import { usualTerms } from '#domain/offer/product-term-table.ts';
import { Button } from '#ui/form/button.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths } from '../paths.ts';
import { Acts } from '../ui/acts.tsx';
import { FactList } from '../ui/facts.tsx';
import { TextField } from '../ui/field.tsx';
import { Pairs } from '../ui/fields.tsx';
import { Crumb, PageHead } from '../ui/page-head.tsx';
import {
  answerProductForm,
  makeWords,
  Previewed,
  type ProductAnswer,
  SecondPersonFields,
} from './product.tsx';
import { ProductFields, problemOfField } from './product-fields.tsx';
import { productFields, valuesOf, wordsOf } from './product-form.ts';

/** The form that adds a product. */
export const newProduct = deskScreen<{ readonly id: string }, ProductAnswer>({
  path: deskPaths.newProduct,
  needs: 'change-catalogue',
  load: ({ newId }) => ({ id: newId() }),
  async submit(desk, form) {
    const result = await answerProductForm(desk, form, {});
    return 'doneAt' in result ? desk.goTo(result.doneAt) : desk.again(result.answer, result.status);
  },
  title: ({ desk }) => deskCatalogueText[desk.language].add,
  page({ desk, id, answer }) {
    const text = deskCatalogueText[desk.language];
    const { market } = desk;
    const usual = { market, currency: currencyOf(market), isActive: true, ...usualTerms(market) };
    const values = answer?.values ?? valuesOf(usual, desk);
    const problem =
      answer?.badField === 'productId' ? problemOfField('productId', desk, desk.market) : undefined;
    return (
      <>
        <Crumb>
          <a href={deskPaths.products}>{text.title}</a>
        </Crumb>
        <PageHead>
          <h1>{text.add}</h1>
        </PageHead>
        <form className="narrow" method="post" action={deskPaths.newProduct} noValidate>
          <input type="hidden" name="version" value="0" />
          <input type="hidden" name="id" value={id} />
          <Previewed product={answer?.product ?? null} />
          <Pairs>
            <TextField
              id="productId"
              label={text.productId}
              value={values.productId ?? ''}
              hint={text.productIdHint}
              error={answer?.isStale ? text.exists : problem}
              maxLength={64}
            />
            <SelectField
              id="market"
              label={text.market}
              chosen={values.market ?? desk.market}
              choices={allMarkets.map((market) => [market, `${market} · ${currencyOf(market)}`])}
            />
          </Pairs>
          <div className="g3">
            <ProductFields values={values} badField={answer?.badField ?? null} />
          </div>
          {answer?.product && (
            <div className="g3">
              <FactList
                label={text.preview}
                facts={productFields.map((field) => [
                  text[field],
                  answer.product && wordsOf(field, answer.product, desk),
                ])}
              />
            </div>
          )}
          <SecondPersonFields answer={answer} />
          <Acts>
            {answer?.product && !answer.isStale && (
              <Button name="step" value="make">
                {makeWords(answer, fill(text.addNow, { product: answer.product.productId }), desk)}
              </Button>
            )}
            <Button kind="second" name="step" value="preview">
              {text.preview}
            </Button>
          </Acts>
        </form>
      </>
    );
  },
});
