import type { Page } from 'playwright';
import type { Language } from '#domain/language.ts';

export const stages = [
  'adjusted',
  'offered',
  'under-review',
  'paying-out',
  'to-repay',
  'overdue',
  'long-overdue',
  'planned',
  'settled',
  'declined',
] as const;

export type Stage = (typeof stages)[number];

export interface Screen {
  /** File name without extension; also its order within a folder. */
  readonly name: string;
  readonly path: string;
  /** Parameters besides session, language and loan. */
  readonly own?: Readonly<Record<string, string | number>>;
  readonly stage?: Stage;
  readonly reach?: (page: Page, language: Language) => Promise<unknown>;
  /** Takes only the first screenful instead of the whole page. */
  readonly isView?: boolean;
  readonly isDark?: boolean;
  readonly hasScript?: boolean;
  /** Opens the page without a session. */
  readonly isPublic?: boolean;
  /** Selectors of parts to cover because they differ on each run. */
  readonly covered?: string;
}

const press = (selector: string) => (page: Page) => page.locator(selector).first().click();

const follow =
  (...selectors: readonly string[]) =>
  async (page: Page) => {
    for (const selector of selectors) {
      const address = await page.locator(selector).first().getAttribute('href');
      if (address === null) throw new Error(`${selector} has no address`);
      await page.goto(new URL(address, page.url()).href);
    }
  };

const answeredTab = 'a[href*="tab="]:not([aria-current])';
const untick = (page: Page) => page.getByRole('checkbox').uncheck();

/** Opens the payment instructions of the usual way and requests its slip if needed. */
const instructions = async (page: Page) => {
  const request = page.locator('#way-0 form button').first();
  if (!(await request.isVisible())) return follow('#way-0 a[href^="/carpmm"]')(page);
  await request.click();
  await page.waitForURL('**/carpmm?**');
};

/** Opens the payment codes of the usual way, and the bar code where there is one. */
const codes = async (page: Page) => {
  const address = page.url();
  await instructions(page);
  await page.goto(address);
  await press('#way-0 details > summary')(page);
  const barcode = page.locator('#way-0 button[commandfor$="-barcode"]').first();
  if (await barcode.isVisible()) await barcode.click();
};

/** Answers the arithmetic question of a registration; the result is the same in both markets. */
const toQuestion = async (page: Page) => {
  await page.fill('#mobile', '9876543210');
  await page.locator('button[value=question]').click();
  await page.locator('#captcha-hint').waitFor();
};

export const screens: readonly Screen[] = [
  { name: 'confirm-reload', path: '/confirmLoan', stage: 'adjusted', isView: true },
  {
    name: 'confirm-reload-no-script',
    path: '/confirmLoan',
    stage: 'adjusted',
    isView: true,
    hasScript: false,
  },
  { name: 'confirm', path: '/confirmLoan' },
  { name: 'confirm-dark', path: '/confirmLoan', isDark: true },
  { name: 'confirm-unticked', path: '/confirmLoan', isView: true, reach: untick },
  { name: 'order-under-review', path: '/order', stage: 'under-review' },
  { name: 'order-paying-out', path: '/order', stage: 'paying-out' },
  { name: 'order-to-repay', path: '/order', stage: 'to-repay' },
  { name: 'order-overdue', path: '/order', stage: 'overdue' },
  { name: 'order-overdue-dark', path: '/order', stage: 'overdue', isDark: true },
  {
    name: 'order-extension-reminder',
    path: '/order',
    stage: 'overdue',
    isView: true,
    reach: press('a[href="#extend"]'),
  },
  { name: 'order-settled', path: '/order', stage: 'settled' },
  { name: 'order-settled-no-script', path: '/order', stage: 'settled', hasScript: false },
  {
    name: 'order-rating',
    path: '/order',
    stage: 'settled',
    isView: true,
    reach: press('a[href="#rate"]'),
  },
  { name: 'order-thanks', path: '/order', own: { thanks: 4 }, stage: 'settled', isView: true },
  { name: 'order-declined', path: '/order', stage: 'declined' },
  { name: 'repay', path: '/repay', stage: 'overdue' },
  { name: 'repay-dark', path: '/repay', stage: 'overdue', isDark: true },
  { name: 'repay-code', path: '/repay', stage: 'overdue', isView: true, reach: codes },
  { name: 'repay-transfer', path: '/repay', own: { way: 'next' }, stage: 'overdue' },
  { name: 'instruction', path: '/repay', stage: 'overdue', reach: instructions },
  { name: 'agreement', path: '/contract', stage: 'to-repay', isView: true },
  { name: 'failure', path: '/error', isView: true },
  { name: 'extension', path: '/repayDelay', stage: 'overdue' },
  { name: 'extension-too-dear', path: '/repayDelay', stage: 'long-overdue' },
  { name: 'new-plan', path: '/order', stage: 'planned', reach: follow('a[href^="/newPlan?"]') },
  { name: 'pay-with-card', path: '/payWay', stage: 'overdue' },
  { name: 'payment-claim', path: '/paymentClaim', stage: 'overdue' },
  { name: 'charge-dispute', path: '/order', stage: 'overdue', reach: follow('a[href^="/chargeDispute"]') },
  { name: 'receipt', path: '/order', stage: 'settled', reach: follow('a[href^="/receipt?"]') },
  {
    name: 'account-statement',
    path: '/order',
    stage: 'overdue',
    reach: follow('a[href^="/accountStatement?"]'),
  },
  { name: 'closure-letter', path: '/order', stage: 'settled', reach: follow('a[href^="/closureLetter?"]') },
  { name: 'customer-service', path: '/customerService' },
  { name: 'complaint-start', path: '/complaint', stage: 'overdue' },
  { name: 'complaint-next', path: '/complainPageNext', own: { problemType: 2 }, stage: 'overdue' },
  { name: 'complaint-list', path: '/complaintList', stage: 'overdue', reach: follow(answeredTab) },
  {
    name: 'complaint-details',
    path: '/complaintList',
    stage: 'overdue',
    reach: follow(answeredTab, 'a[href^="/complainDetails"]'),
  },
  { name: 'problem-signed-out', path: '/order', isPublic: true, isView: true },
  { name: 'problem-not-found', path: '/order', own: { orderId: 'none' }, isView: true },
  { name: 'test-preview', path: '/testPreview', stage: 'to-repay', isView: true },
  { name: 'registration', path: '/registerTemplate', isPublic: true, covered: 'img[src*="captcha"]' },
  {
    name: 'registration-question',
    path: '/registerTemplate',
    isPublic: true,
    isView: true,
    covered: '#captcha-hint',
    reach: toQuestion,
  },
  { name: 'registration-download', path: '/downloadTemplate', isPublic: true },
  { name: 'registration-agreement', path: '/agreementTemplate', isPublic: true, isView: true },
  { name: 'site-home', path: '/', isPublic: true },
  { name: 'site-home-dark', path: '/', isPublic: true, isDark: true, isView: true },
  { name: 'site-about', path: '/About', isPublic: true },
  { name: 'site-contact', path: '/Contact', isPublic: true },
  { name: 'site-policy', path: '/Policy', isPublic: true, isView: true },
  { name: 'site-loan', path: '/Loan', isPublic: true, isView: true },
  { name: 'site-privacy', path: '/Privacy', isPublic: true, isView: true },
  { name: 'site-period-agreement', path: '/agony', isPublic: true, isView: true },
  { name: 'site-about-us', path: '/aboutUs', isPublic: true, isView: true },
  { name: 'site-offline', path: '/offline', isPublic: true, isView: true },
  { name: 'site-not-found', path: '/nowhere', isPublic: true, isView: true },
];
