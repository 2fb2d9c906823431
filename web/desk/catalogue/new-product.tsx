import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import { allMarkets, currencyOf } from '#domain/market.ts';
import { usualTerms } from '#domain/offer/product-term-table.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { deskScreen } from '../desk-screen.tsx';
import type { OpenDesk } from '../open-desk.ts';
import { deskPaths } from '../paths.ts';
import { choiceField, deskForm, FormFields, PostForm, textField } from '../ui/desk-form.tsx';
import { FactList } from '../ui/facts.tsx';
import { Pairs } from '../ui/fields.tsx';
import { Crumb, PageHead } from '../ui/page-head.tsx';
import { ApprovalReasonField, ProductButtons, type SentProduct, submitProduct } from './product.tsx';
import { ProductFields } from './product-fields.tsx';
import { productFields, wordsOf } from './product-form.ts';

const nameForm = (desk: OpenDesk) => {
  const text = deskCatalogueText[desk.language];
  return deskForm('product', {
    productId: textField({ label: text.productId, hint: text.productIdHint, maxLength: 64 }),
    market: choiceField(allMarkets, {
      label: text.market,
      first: desk.market,
      words: (market) => `${market} · ${currencyOf(market)}`,
    }),
  });
};

export const newProduct = deskScreen<object, SentProduct>({
  path: deskPaths.newProduct,
  needs: 'change-catalogue',
  load: () => ({}),
  async submit(desk, form) {
    const market = allMarkets.find((each) => each === fieldOf(form, 'market')) ?? allMarkets[0];
    const submitted = await submitProduct(desk, form, {
      productId: fieldOf(form, 'productId').trim(),
      market,
    });
    if (submitted instanceof Response || !submitted.answer.isStale) return submitted;
    const faults = { productId: deskCatalogueText[desk.language].exists };
    return desk.again({ ...submitted.answer, faults }, submitted.status);
  },
  title: ({ desk }) => deskCatalogueText[desk.language].add,
  page({ desk, answer }) {
    const text = deskCatalogueText[desk.language];
    const { market } = desk;
    const usual = { market, currency: currencyOf(market), isActive: true, ...usualTerms(market) };
    const added = answer?.product ?? null;
    const previewed = added ? JSON.stringify(added) : undefined;
    const canAdd = added && !answer?.isStale;
    return (
      <>
        <Crumb>
          <a href={deskPaths.products}>{text.title}</a>
        </Crumb>
        <PageHead>
          <h1>{text.add}</h1>
        </PageHead>
        <div className="narrow">
          <PostForm
            part="product"
            sent={answer}
            action={deskPaths.newProduct}
            hidden={{ version: 0, previewed }}
          >
            <Pairs>
              <FormFields form={nameForm(desk)} />
            </Pairs>
            <div className="g3">
              <ProductFields product={usual} />
            </div>
            {added && (
              <div className="g3">
                <FactList
                  label={text.preview}
                  facts={productFields.map((field) => [text[field], wordsOf(field, added, desk)])}
                />
              </div>
            )}
            <ApprovalReasonField sent={answer} />
            <ProductButtons
              sent={answer}
              make={canAdd ? fill(text.addNow, { product: added.productId }) : null}
            />
          </PostForm>
        </div>
      </>
    );
  },
});
