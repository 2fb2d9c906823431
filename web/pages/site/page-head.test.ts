import { expect, test } from 'vitest';
import { openPage, type PageOptions, pagesDependencies, requestPage } from '#tests/setup/open-page.ts';

/** A page as opened, with the tags of its head: each attribute, and the tag's own name. */
async function openHead(address: string, options?: PageOptions) {
  const page = await openPage(address, options);
  const tags = [...page.head.matchAll(/<(meta|link) ([^>]*)>/g)].map(([, tag = '', attributes = '']) => ({
    tag,
    ...Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value]) => [name, value]),
    ),
  })) as Readonly<Record<string, string>>[];
  return { ...page, tags };
}

async function openFile(address: string, options?: PageOptions): Promise<Response> {
  return (await requestPage(address, options)).response;
}

const canonicalPaths = {
  '/': '/',
  '/About': '/About',
  '/aboutUs': '/About',
  '/Contact': '/Contact',
  '/Loan': '/Loan',
  '/Privacy': '/Privacy',
  '/PrivacyPolicy': '/Privacy',
  '/privacyNotice': '/Privacy',
  '/agony': '/agony',
} as const;

test.each(Object.entries(canonicalPaths))(
  '%s has one address for search engines, in both languages',
  async (path, parameterName) => {
    for (const [search, lang] of [
      ['', 2],
      ['?lang=1&sessionId=s1', 1],
    ] as const) {
      const { head, tags, title } = await openHead(`${path}${search}`);
      const base = `https://paginas.example${parameterName}`;
      expect(tags).toContainEqual({ tag: 'link', rel: 'canonical', href: `${base}?lang=${lang}` });
      const alternates = tags
        .filter(({ rel }) => rel === 'alternate')
        .map(({ hrefLang, href }) => [hrefLang, href]);
      expect(alternates).toEqual([
        ['es-MX', `${base}?lang=2`],
        ['en-IN', `${base}?lang=1`],
        ['x-default', `${base}?lang=2`],
      ]);
      expect(tags).toContainEqual({ tag: 'meta', property: 'og:url', content: `${base}?lang=${lang}` });
      expect(tags.find(({ name }) => name === 'description')?.content).toMatch(/^.{20,200}$/);
      expect(tags.find(({ property }) => property === 'og:title')?.content).toBe(title);
      expect(head).not.toContain('s1');
    }
  },
);

test.each(['/User', '/Policy', '/nada'])('%s is left out of search engines', async (path) => {
  const { tags } = await openHead(path);
  expect(tags).toContainEqual({ tag: 'meta', name: 'robots', content: 'noindex' });
  expect(tags.filter(({ rel }) => rel === 'canonical' || rel === 'alternate')).toEqual([]);
});

test('titles and descriptions are different on every page', async () => {
  const heads = await Promise.all(
    [...new Set(Object.values(canonicalPaths))].flatMap((path) =>
      ['1', '2'].map((lang) => openHead(`${path}?lang=${lang}`)),
    ),
  );
  const titles = heads.map(({ title }) => title);
  const descriptions = heads.map(({ tags }) => tags.find(({ name }) => name === 'description')?.content);
  expect(new Set(titles).size).toBe(heads.length);
  expect(new Set(descriptions).size).toBe(heads.length);
});

test('[CONF-3] the name and colour of the app reach head, manifest and icon', async () => {
  const appName = 'Otra & "más"';
  const pageOptions: PageOptions = {
    config: { brandColor: '#7a1f5c' },
    dependencies: {
      companies: {
        MX: { ...pagesDependencies.companies.MX, appName },
        IN: { ...pagesDependencies.companies.IN, appName },
      },
    },
  };
  const { tags, title, html } = await openHead('/', pageOptions);
  expect(tags).toContainEqual({ tag: 'meta', name: 'theme-color', content: '#7a1f5c' });
  expect(title).toMatch(/ · Otra & "más"$/);
  expect(html).toContain('Otra &amp; &quot;más&quot;');
  const manifest = (await (await openFile('/manifest.webmanifest?lang=1', pageOptions)).json()) as Record<
    string,
    unknown
  >;
  expect(manifest).toMatchObject({
    name: 'Otra & "más"',
    lang: 'en-IN',
    start_url: '/?lang=1',
    theme_color: '#7a1f5c',
  });
  expect(await (await openFile('/icon.svg', pageOptions)).text()).toContain('fill="#7a1f5c"');
});

test('the icons of the manifest are there, in the size it says', async () => {
  const { icons } = (await (await openFile('/manifest.webmanifest')).json()) as {
    icons: { src: string; sizes: string; type: string }[];
  };
  expect(icons).toHaveLength(3);
  for (const { src, sizes, type } of icons) {
    const file = await openFile(src);
    expect(file.headers.get('Content-Type')).toBe(type);
    const bytes = Buffer.from(await file.arrayBuffer());
    if (type === 'image/png') expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes);
  }
});

test('the sitemap lists each page in both languages, and each of them opens', async () => {
  const sitemap = await (await openFile('/sitemap.xml')).text();
  const addresses = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address]) => new URL(address ?? ''),
  );
  expect(addresses).toHaveLength(12);
  for (const { origin, pathname, search } of addresses) {
    expect(origin).toBe('https://paginas.example');
    const { status, tags } = await openHead(pathname + search);
    expect(status).toBe(200);
    expect(tags).toContainEqual({ tag: 'link', rel: 'canonical', href: origin + pathname + search });
  }
  expect(sitemap.match(/hreflang="en-IN"/g)).toHaveLength(12);
});

test('robots.txt closes the pages that need a session and no other', async () => {
  const robots = await (await openFile('/robots.txt')).text();
  const closed = [...robots.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path ?? '');
  expect(closed).toContain('/confirmLoan');
  expect(closed).toContain('/repay');
  for (const path of [...Object.keys(canonicalPaths), '/icon.svg']) {
    expect(
      closed.some((prefix) => path.startsWith(prefix)),
      path,
    ).toBe(false);
  }
  expect(robots).toContain('Sitemap: https://paginas.example/sitemap.xml');
});

test('without a configured address the pages are where they were asked for', async () => {
  const { tags } = await openHead('/Loan', { dependencies: { h5Base: '' } });
  expect(tags).toContainEqual({
    tag: 'link',
    rel: 'canonical',
    href: 'https://paginas.example/Loan?lang=2',
  });
  const other = await openHead('/Loan', { dependencies: { h5Base: 'https://otra.example' } });
  expect(other.tags).toContainEqual({
    tag: 'link',
    rel: 'canonical',
    href: 'https://otra.example/Loan?lang=2',
  });
});
