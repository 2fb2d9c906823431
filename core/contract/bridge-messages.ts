import { z } from 'zod';
import type { BridgeAction, BridgeActionName } from '#domain/bridge/actions.ts';

type FieldsOf<Name, Action = BridgeAction> = Action extends { readonly name: infer Named }
  ? Name extends Named
    ? Exclude<keyof Action, 'name'>
    : never
  : never;

const text = z.string().min(1).max(2048);
const page = text.describe(
  'A page of the host, as `HOST_PAGE_…` has it: a path, an address, or a deep link of the app. It holds no session.',
);

const fields = {
  openPage: { page },
  openPageWithParameter: {
    page,
    parameter: text.describe('What the page is about: the id of the product.'),
  },
  closeWebView: {},
  homeTab: {},
  mineTab: {},
  forceLogin: {},
  callTelephone: {
    telephone: z
      .string()
      .regex(/^\+?[0-9]{1,20}$/)
      .describe('The number to call: digits, after a plus where there is one.'),
  },
  ratingPrompt: {},
  burialPointConfirmation: { productId: text.describe('The product whose loan was just accepted.') },
  startBankFlow: {},
  endBankFlow: {},
  goToLoan: {},
} satisfies { [Name in BridgeActionName]: Record<FieldsOf<Name>, z.ZodType> };

const meanings: Readonly<Record<BridgeActionName, string>> = {
  openPage: 'Open a page of the app: its settings, or the loans it recommends.',
  openPageWithParameter: 'Open a page of the app about one thing: the detail of a product.',
  closeWebView: 'Close the web view; nothing is left to go back to.',
  homeTab: 'Leave the pages for the home tab.',
  mineTab: 'Leave the pages for the tab with the account.',
  forceLogin: 'The session has ended: sign the borrower in and open the page again with a new one.',
  callTelephone: 'Show the dialler with this number.',
  ratingPrompt: 'Ask for a rating in the store: the borrower gave five stars.',
  burialPointConfirmation: 'Note for your analytics that a loan was accepted. Nothing is to be shown.',
  startBankFlow: 'Add a card or an account. Leave the page below; it is told on when it is seen again.',
  endBankFlow: 'The page is back from the bank flow.',
  goToLoan: 'Show where the borrower can borrow again.',
};

/** Messages that a host app receives under the default names of the actions (BRIDGE-1, BRIDGE-4). */
export const bridgeMessages = Object.entries(fields).map(([name, parameters]) =>
  z.strictObject({ action: z.literal(name), ...parameters }).describe(meanings[name as BridgeActionName]),
);

/** JSON Schema (draft 2020-12) of the messages, for authors of host apps. */
export function bridgeMessagesSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:llano:bridge-messages:1',
    title: 'Messages from the pages to the host app, under the default names of the actions',
    oneOf: bridgeMessages.map((message) => {
      const { $schema, ...schema } = z.toJSONSchema(message);
      return schema;
    }),
  };
}
