import { editions } from '#content/legal/legal-documents.ts';
import type { Database } from '#db/database.ts';
import { createImageCleaner } from '#lending/complaint/image.ts';
import { type Api, createLending } from '#lending/create-lending.ts';
import type { Clock, Logger } from '#lending/ports.ts';
import { createSandboxCardProvider } from '#providers/cards/sandbox.ts';
import type { SmsSender } from '#providers/ports/sms.ts';
import { complaintFilesOf } from './complaint-files.ts';
import { companyFactsOf, configuredPathsOf } from './public-config.ts';
import type { Environment } from './settings.ts';
import { systemRandom } from './system-random.ts';

/** Version of the agreement that a borrower accepts with a quote. */
const agreementVersion = editions['loan-agreement'].version;

/** The built-in lending service with this configuration. */
export function createLendingService(
  environment: Environment,
  parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly logger: Logger;
    readonly hostSigningSecret: string;
    readonly sms: SmsSender;
    readonly callerAddress: () => string | null;
  },
): Api {
  const paths = configuredPathsOf(environment);
  return createLending({
    database: parts.database,
    clock: parts.clock,
    random: systemRandom,
    files: complaintFilesOf(environment),
    imageCleaner: createImageCleaner(),
    logger: parts.logger,
    sms: parts.sms,
    cards: environment.mode === 'development' ? createSandboxCardProvider(() => parts.clock.now()) : null,
    callerAddress: parts.callerAddress,
    configuration: {
      isDevelopment: environment.mode === 'development',
      hostSigningSecret: parts.hostSigningSecret,
      sessionTtlMinutes: environment.sessionMinutes,
      amountStyle: environment.amountStyle,
      agreementVersion,
      paths: { loanDetail: paths.loanDetail, contract: paths.contract },
      company: companyFactsOf(environment),
      companyNames: { MX: environment.lenderName, IN: environment.lenderName },
      channels: {
        spei: { bank: environment.speiBank, plaza: environment.speiPlaza },
        store: { chainName: environment.storeChain, referencePrefix: environment.storeReferencePrefix },
        upi: { payeeAddress: environment.upiAddress, payeeName: environment.lenderName },
        virtualAccount: {
          bankName: environment.virtualAccountBank,
          ifsc: environment.ifsc,
          accountPrefix: environment.virtualAccountPrefix,
        },
      },
      supportContact: environment.serviceEmail,
      registration: {
        appName: environment.appName,
        pagesHost: environment.h5Base === '' ? '' : new URL(environment.h5Base).hostname,
      },
      support: {
        phone: environment.servicePhone,
        whatsapp: environment.serviceWhatsapp,
        email: environment.serviceEmail,
      },
      paymentPage: { address: environment.paymentPageUrl, origins: environment.redirectOrigins },
    },
  });
}
