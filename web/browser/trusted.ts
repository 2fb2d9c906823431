/** What makes a text of our own server one that a browser with Trusted Types lets into the page. */
interface Policy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
}

interface PolicyMaker {
  createPolicy(name: string, rules: Policy): Policy;
}

const same = (text: string) => text;
const rules: Policy = { createHTML: same, createScriptURL: same };

/** The one policy that the pages' own allow (`trusted-types llano`); plain text in browsers that know none. */
export const trusted: Policy =
  (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy('llano', rules) ?? rules;
