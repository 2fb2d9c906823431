/** What a message of the pages asks of your app. */
export interface MessageHost {
  openPage(page: string, parameter: string | null): void;
  close(): void;
  openHome(): void;
  openAccount(): void;
  openLoans(): void;
  /** Signs the borrower in, and loads the page again with a fresh ticket. */
  signIn(): void;
  call(telephone: string): void;
  askForRating(): void;
  noteAcceptance(productId: string): void;
  /** Adds a card or an account, and loads the page again when that is over. */
  startBankFlow(): void;
}

/** Takes one message. Nothing waits for an answer; what is not known, of a newer version of the pages, is let go. */
export function receive(text: string, host: MessageHost): void {
  const message = messageIn(text);
  switch (message.action) {
    case 'openPage':
      if (message.page) host.openPage(message.page, null);
      break;
    case 'openPageWithParameter':
      if (message.page && message.parameter) host.openPage(message.page, message.parameter);
      break;
    case 'closeWebView':
      host.close();
      break;
    case 'homeTab':
      host.openHome();
      break;
    case 'mineTab':
      host.openAccount();
      break;
    case 'forceLogin':
      host.signIn();
      break;
    case 'callTelephone':
      if (message.telephone) host.call(message.telephone);
      break;
    case 'ratingPrompt':
      host.askForRating();
      break;
    case 'burialPointConfirmation':
      if (message.productId) host.noteAcceptance(message.productId);
      break;
    case 'startBankFlow':
      host.startBankFlow();
      break;
    case 'endBankFlow':
      break; // The page is new already.
    case 'goToLoan':
      host.openLoans();
      break;
    default:
      break;
  }
}

/** The texts of a message; none for what is no message. */
function messageIn(text: string): Readonly<Record<string, string>> {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields !== 'object' || fields === null) return {};
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}
