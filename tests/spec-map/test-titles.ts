import { parseSync } from 'vite';

/**
 * The titles of the tests in a test file's source, as written: `test('…')`, `it('…')`, with `.each`, `.for` and the
 * like, and names that end in `Test`. Skipped tests and `todo`s prove nothing and are left out.
 */
export function testTitles(fileName: string, source: string): string[] {
  const { program, errors } = parseSync(fileName, source);
  if (errors[0]) throw new Error(`${fileName}: ${errors[0].message}`);
  const titles: string[] = [];
  visit(program, (node) => {
    if (node.type !== 'CallExpression' || !isTestFunction(node.callee)) return;
    const title = textOf((node.arguments as unknown[])[0]);
    if (title !== undefined) titles.push(title);
  });
  return titles;
}

/** The requirement IDs in a title: `[ORDER-3]`. */
export function requirementIdsIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id = '']) => id);
}

interface SyntaxNode {
  type: string;
  [property: string]: unknown;
}

function visit(value: unknown, onNode: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, onNode);
  } else if (isNode(value)) {
    onNode(value);
    for (const property of Object.values(value)) visit(property, onNode);
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** `test`, `test.each(rows)` or test.each`rows`: what is called with the title. */
function isTestFunction(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  switch (callee.type) {
    case 'Identifier':
      return /^(test|it|\w+Test)$/.test(String(callee.name));
    case 'MemberExpression':
      return (
        isNode(callee.property) &&
        !/^(skip|todo)$/.test(String(callee.property.name)) &&
        isTestFunction(callee.object)
      );
    case 'CallExpression':
      return isTestFunction(callee.callee);
    case 'TaggedTemplateExpression':
      return isTestFunction(callee.tag);
    default:
      return false;
  }
}

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') {
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
  }
  return undefined;
}
