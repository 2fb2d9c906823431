import type { CSSOptions } from 'vite';

/** The oldest browsers that render the pages as designed and run our scripts; older ones get the pages without script. */
export const oldestBrowsers = ['chrome80', 'safari14'];

type PostcssPlugin = Extract<
  NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number],
  { readonly postcssPlugin: string }
>;

/** Matches browsers without `gap` in flexbox, which `@supports` cannot test: they lack what Chrome 84 and Safari 14.1 added with it. */
const withoutFlexGap = '(not (all: revert)) or ((not (inset: 0)) and (-webkit-touch-callout: none))';

const sides: Readonly<Record<string, readonly string[]>> = {
  'border-block': ['border-top', 'border-bottom'],
  'border-inline': ['border-left', 'border-right'],
  inset: ['top', 'right', 'bottom', 'left'],
  'margin-block': ['margin-top', 'margin-bottom'],
  'margin-inline': ['margin-left', 'margin-right'],
  'padding-block': ['padding-top', 'padding-bottom'],
  'padding-inline': ['padding-left', 'padding-right'],
};

/**
 * Rewrites style sheets for web views that are never updated: logical properties as physical ones (Chrome 87), `:is()` as a selector list
 * (88), `gap` in flexbox as margins (84). All text runs left to right. The CSS minifier does not rewrite values with `var()`.
 */
export const oldWebViews: PostcssPlugin = {
  postcssPlugin: 'old-web-views',
  OnceExit(root, { AtRule, Declaration, Rule }) {
    // Vite requires a source position on each node.
    const origin = root.source && { source: root.source };
    const spaced = new AtRule({ name: 'supports', params: withoutFlexGap, ...origin });
    root.walkDecls((declaration) => {
      const names = sides[declaration.prop];
      if (!names) return;
      const { prop, value } = declaration;
      const [first = '', second = first, third = first, fourth = second] = prop.startsWith('border')
        ? [value]
        : valuesOf(value);
      const values = [first, second, third, fourth];
      for (const [index, name] of names.entries()) {
        declaration.cloneBefore({ prop: name, value: values[index] ?? '' });
      }
      declaration.remove();
    });
    root.walkRules((rule) => {
      rule.selectors = rule.selectors.flatMap(withoutIs);
      if (rule.selector.includes(':is(')) throw rule.error('This :is() is not understood.');
      const own = new Map<string, string>();
      rule.each((node) => {
        if (node.type === 'decl') own.set(node.prop, node.value);
      });
      const gap = own.get('gap');
      if (gap === undefined || !own.get('display')?.endsWith('flex')) return;
      const [rowGap = '', columnGap = rowGap] = valuesOf(gap);
      const add = (child: string, prop: string, value: string): void => {
        const selectors = rule.selectors.map((selector) => `${selector} > ${child}`);
        if (value !== '0') {
          const nodes = [new Declaration({ prop, value, ...origin })];
          spaced.append(new Rule({ selectors, nodes, ...origin }));
        }
      };
      if (own.get('flex-direction')?.startsWith('column')) {
        add(':not(:last-child)', 'margin-bottom', rowGap);
      } else {
        add(':not(:last-child)', 'margin-right', columnGap);
        if (own.get('flex-wrap') === 'wrap') add('*', 'margin-bottom', rowGap);
      }
    });
    if (spaced.nodes?.length) root.append(spaced);
  },
};

/** Splits a value at spaces outside of parentheses. */
function valuesOf(text: string): readonly string[] {
  const values: string[] = [];
  let depth = 0;
  for (const part of text.split(/(?<=[\s()])|(?=[\s()])/)) {
    if (depth === 0 && /^\s+$/.test(part)) continue;
    const isNew = depth === 0 && part !== '(';
    if (isNew) values.push(part);
    else values[values.length - 1] += part;
    depth += part === '(' ? 1 : part === ')' ? -1 : 0;
  }
  return values;
}

/** Expands `:is()` into one selector per argument. */
function withoutIs(selector: string): readonly string[] {
  const [whole, before = '', names = '', after = ''] = /^(.*?):is\(([^()]*)\)(.*)$/s.exec(selector) ?? [];
  if (whole === undefined) return [selector];
  return names.split(',').flatMap((name) => withoutIs(before + name.trim() + after));
}
