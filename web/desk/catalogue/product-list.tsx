import { deskCatalogueText } from '#content/messages/desk-catalogue.ts';
import { fill } from '#content/text-pack.ts';
import { listProducts } from '#contract/host/product.ts';
import { ButtonLink } from '#ui/form/button.tsx';
import { deskList } from '../desk-list.tsx';
import { deskScreen } from '../desk-screen.tsx';
import { deskPaths, productPath } from '../paths.ts';
import { HeadActs, PageHead } from '../ui/page-head.tsx';

export const products = deskList({
  path: deskPaths.products,
  filters: {},
  read: ({ page, read }) => read(listProducts, page),
  rows: (page) => page.products,
  keyOf: ({ productId }) => productId,
  caption: ({ language }) => deskCatalogueText[language].caption,
  columns(desk) {
    const text = deskCatalogueText[desk.language];
    return [
      [
        text.product,
        ({ productId, name }) => (
          <>
            <a href={productPath(productId)}>{name}</a> <span className="sub">{productId}</span>
          </>
        ),
      ],
      [text.state, ({ isActive }) => (isActive ? text.offered : text.withdrawn), 'fit right'],
      [text.market, ({ market }) => market, 'fit'],
      [
        text.term,
        ({ instalmentCount: count, instalmentDays: days }) => fill(text.days, { count, days }),
        'fit right',
      ],
      [
        text.amounts,
        ({ minimumMinor, maximumMinor, currency }) =>
          fill(text.range, {
            from: desk.money(minimumMinor, currency),
            to: desk.money(maximumMinor, currency),
          }),
        'figure wide',
      ],
      [text.version, ({ version }) => version, 'figure right labelled'],
    ];
  },
  file: {
    name: 'products.csv',
    needs: 'see-catalogue',
    columns: [
      'productId',
      'name',
      'market',
      'instalmentCount',
      'instalmentDays',
      'minimumMinor',
      'maximumMinor',
      'currency',
      'version',
    ],
  },
});

export const productList = deskScreen({
  path: deskPaths.products,
  needs: 'see-catalogue',
  load: (desk) => products.load(desk),
  title: ({ desk }) => deskCatalogueText[desk.language].title,
  page({ desk, ...page }) {
    const text = deskCatalogueText[desk.language];
    return (
      <>
        <PageHead>
          <h1>{text.title}</h1>
          <p className="sub">{text.line}</p>
          <HeadActs>
            <a href={deskPaths.offers}>{text.offers}</a>
            {desk.may('change-catalogue') && (
              <ButtonLink kind="second" href={deskPaths.newProduct}>
                {text.add}
              </ButtonLink>
            )}
          </HeadActs>
        </PageHead>
        <products.Rows page={page} />
      </>
    );
  },
});
