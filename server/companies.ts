import type { CompanyFacts } from '#content/legal/company-facts.ts';
import { type BankCalendar, unknownBankYears } from '#domain/business-day.ts';
import { addDays } from '#domain/calendar.ts';
import { allMarkets, dayIn, type Market, marketOf } from '#domain/market.ts';
import type { Logger } from '#lending/ports.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** The lender's facts in each market; shared facts fill the gaps. */
export function companiesOf({ company }: Pick<Settings, 'company'>): Readonly<Record<Market, CompanyFacts>> {
  const { appName, shared, remindedBy } = company;
  const companyIn = (market: Market): CompanyFacts => {
    const { lenderName, address, registration, regulator, telephone, email, whatsapp, documentSet } =
      company[market];
    // Each market has its own made-up number for development.
    const isMadeUp = shared.telephone === settingsSchema.company.shared.telephone.fallback;
    const sharedTelephone = isMadeUp ? marketOf[market].telephone.madeUp : shared.telephone;
    const { supervisor, complaintsUnit, complaintsTelephone, complaintsEmail } = company[market];
    const { creditBureaus, sendsDataAbroad } = company[market];
    const { loanYears, complaintYears, registrationYears, areYearsConfirmed } = company[market];
    const { recoveryAgents, serviceProvider, fundingPartners, contractRegister } = company[market];
    return {
      appName,
      lenderName: lenderName || shared.lenderName,
      address: address || shared.address,
      registration: registration || shared.registration,
      regulator,
      supervisor,
      site: company[market].site,
      telephone: telephone || sharedTelephone,
      email: email || shared.email,
      whatsapp: whatsapp || shared.whatsapp,
      serviceHours: shared.serviceHours,
      complaintsUnit,
      complaintsTelephone: complaintsTelephone || telephone || sharedTelephone,
      complaintsEmail: complaintsEmail || email || shared.email,
      recoveryAgents,
      serviceProvider,
      fundingPartners,
      contractRegister,
      consultsBureaus: company[market].consultsBureaus,
      coolingOffDays: company[market].coolingOffDays,
      lateFeeBesidePenalties: company[market].lateFeeBesidePenalties,
      documentSet,
      remindedBy,
      sendsDataAbroad,
      creditBureaus: creditBureaus === 'none' ? null : creditBureaus,
      retention: {
        years: { loan: loanYears, complaint: complaintYears, registration: registrationYears },
        isConfirmed: areYearsConfirmed,
      },
    };
  };
  return Object.fromEntries(allMarkets.map((market) => [market, companyIn(market)])) as Record<
    Market,
    CompanyFacts
  >;
}

export function bankCalendarsOf({
  company,
}: Pick<Settings, 'company'>): Readonly<Record<Market, BankCalendar>> {
  const calendarOf = (market: Market): BankCalendar => ({ market, named: company[market].bankHolidays });
  return Object.fromEntries(allMarkets.map((market) => [market, calendarOf(market)])) as Record<
    Market,
    BankCalendar
  >;
}

/** Longer than 30 business days, the longest validity of a proposal. */
const daysAhead = 60;

export function warnOfBankYears(
  settings: Pick<Settings, 'company' | 'markets'>,
  now: Date,
  logger: Logger,
): void {
  const calendars = bankCalendarsOf(settings);
  for (const market of settings.markets) {
    const today = dayIn(market, now);
    const years = unknownBankYears(calendars[market], today, addDays(today, daysAhead)).join(', ');
    const { variable } = settingsSchema.company[market].bankHolidays;
    if (years !== '') {
      logger.warn(
        `${variable}: the bank holidays of ${years} are unknown, except those of every year: list the days, or the year if it has no others`,
      );
    }
  }
}

export function warnOfRetention(settings: Pick<Settings, 'company' | 'markets'>, logger: Logger): void {
  for (const market of settings.markets) {
    const { areYearsConfirmed } = settings.company[market];
    const { variable } = settingsSchema.company[market].areYearsConfirmed;
    if (!areYearsConfirmed)
      logger.warn(`${variable}: the retention years are not confirmed, so no data is erased by age`);
  }
}
