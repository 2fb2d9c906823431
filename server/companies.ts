import type { CompanyFacts } from '#content/legal/company-facts.ts';
import { allMarkets, type Market, marketOf } from '#domain/market.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** Who lends in each market: what it has of its own, and what is shared for the rest. */
export function companiesOf({ company }: Pick<Settings, 'company'>): Readonly<Record<Market, CompanyFacts>> {
  const { appName, shared } = company;
  const companyIn = (market: Market): CompanyFacts => {
    const { lenderName, address, registration, regulator, telephone, email, whatsapp, documentSet } =
      company[market];
    // The number made up for development is one of each market.
    const isMadeUp = shared.telephone === settingsSchema.company.shared.telephone.fallback;
    const sharedTelephone = isMadeUp ? marketOf[market].telephone.madeUp : shared.telephone;
    const { complaintsUnit, complaintsTelephone, complaintsEmail } = company[market];
    const { recoveryAgents, serviceProvider, fundingPartners, contractRegister } = company[market];
    return {
      appName,
      lenderName: lenderName || shared.lenderName,
      address: address || shared.address,
      registration: registration || shared.registration,
      regulator,
      telephone: telephone || sharedTelephone,
      email: email || shared.email,
      whatsapp: whatsapp || shared.whatsapp,
      serviceHours: shared.serviceHours,
      complaintsUnit,
      complaintsTelephone: complaintsTelephone || telephone || sharedTelephone,
      complaintsEmail: complaintsEmail || email || shared.email,
      ...{ recoveryAgents, serviceProvider, fundingPartners, contractRegister },
      coolingOffDays: company[market].coolingOffDays,
      lateFeeBesidePenalties: company[market].lateFeeBesidePenalties,
      documentSet,
    };
  };
  return Object.fromEntries(allMarkets.map((market) => [market, companyIn(market)])) as Record<
    Market,
    CompanyFacts
  >;
}
