import { testPreviewText } from '#content/messages/test-preview.ts';
import type { Visitor } from './visitor.ts';

type PanelText = (typeof testPreviewText)['es'];

/** What of the panel a test presses, by the key of its label. */
export type PanelButton = keyof Pick<
  PanelText,
  | 'approve'
  | 'decline'
  | 'payOut'
  | 'exact'
  | 'partial'
  | 'everything'
  | 'tooMuch'
  | 'twice'
  | 'oneDay'
  | 'sevenDays'
  | 'thirtyDays'
>;

/** The lender's side of `/testPreview`, used as a newcomer would: by its buttons and links. */
export interface SandboxPanel {
  /** Opens the confirmation of an offer. */
  openOffer(productId: string): Promise<void>;
  /** Opens the panel and presses a button of the newest loan, or lets days pass. */
  press(button: PanelButton): Promise<void>;
  /** Opens the newest loan from the panel. */
  openLoanPage(): Promise<void>;
}

/** The panel for the visitor's borrower. */
export function sandboxPanel(visitor: Visitor, borrowerId: string): SandboxPanel {
  const { page, language } = visitor;
  const open = () => visitor.open('/testPreview', { borrower: borrowerId });
  return {
    async openOffer(productId) {
      await open();
      await visitor.follow(page.getByRole('link', { name: `(${productId})` }));
    },
    async press(button) {
      await open();
      // A payment's button goes on with its amount.
      const label = new RegExp(`^${testPreviewText[language][button]}( [$₹].*)?$`);
      await visitor.follow(page.getByRole('button', { name: label }).first());
    },
    async openLoanPage() {
      await visitor.follow(page.locator('main a[href^="/loanDetail?"]').first());
    },
  };
}
