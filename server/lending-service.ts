import path from 'node:path';
import { editions } from '#content/legal/legal-documents.ts';
import type { Database } from '#db/database.ts';
import { createImageCleaner } from '#lending/complaint/image.ts';
import { type Api, createLending } from '#lending/create-lending.ts';
import type { Clock, Logger } from '#lending/ports.ts';
import { createSandboxCardProvider } from '#providers/cards/sandbox.ts';
import { createFolderFiles } from '#providers/files/folder.ts';
import { createS3Files } from '#providers/files/s3.ts';
import type { SmsSender } from '#providers/ports/sms.ts';
import type { Settings } from './settings.ts';
import { systemRandom } from './system-random.ts';

/** Version of the agreement that a borrower accepts with a quote. */
const agreementVersion = editions['loan-agreement'].version;

/** The built-in lending service with these settings. */
export function createLendingService(
  { mode, http, database, files, lending, paymentProvider, company, pages }: Settings,
  parts: {
    readonly database: Database;
    readonly clock: Clock;
    readonly logger: Logger;
    readonly hostSigningSecret: string;
    readonly sms: SmsSender;
    readonly callerAddress: () => string | null;
    readonly admitHostCall: (keyId: string) => Promise<boolean>;
  },
): Api {
  const isDevelopment = mode === 'development';
  return createLending({
    database: parts.database,
    clock: parts.clock,
    random: systemRandom,
    files:
      files.bucket === ''
        ? createFolderFiles(path.join(database.dataDirectory, 'files'))
        : createS3Files(files),
    imageCleaner: createImageCleaner(),
    logger: parts.logger,
    sms: parts.sms,
    cards: isDevelopment ? createSandboxCardProvider(() => parts.clock.now()) : null,
    callerAddress: parts.callerAddress,
    admitHostCall: parts.admitHostCall,
    configuration: {
      ...lending,
      hostSigningSecret: parts.hostSigningSecret,
      channels: {
        ...lending.channels,
        upi: { ...lending.channels.upi, payeeName: company.lenderName },
      },
      isDevelopment,
      amountStyle: pages.amountStyle,
      agreementVersion,
      paths: pages.paths,
      company,
      companyNames: { MX: company.lenderName, IN: company.lenderName },
      supportContact: company.email,
      support: { phone: company.telephone, whatsapp: company.whatsapp, email: company.email },
      registration: {
        appName: company.appName,
        pagesHost: http.h5Base === '' ? '' : new URL(http.h5Base).hostname,
      },
      paymentPage: { address: paymentProvider.pageUrl, origins: http.redirectOrigins },
    },
  });
}
