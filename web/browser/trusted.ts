/** Trusted Types' policy, which TypeScript does not declare. */
interface Policy {
  createHTML(html: string): string;
  createScriptURL(address: string): string;
}

interface PolicyMaker {
  createPolicy(name: string, rules: Policy): Policy;
}

const same = (text: string) => text;
const rules: Policy = { createHTML: same, createScriptURL: same };

/** The one policy that the pages allow (`trusted-types llano`); plain text in browsers without Trusted Types. */
export const trusted: Policy =
  (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy('llano', rules) ?? rules;
