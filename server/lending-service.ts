import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { DatabaseConnection } from '#db/connect.ts';
import type { Replica } from '#db/replica.ts';
import { hoursOfMatters } from '#domain/matter/matter.ts';
import { createImageCleaner } from '#lending/complaint/image.ts';
import { type Api, createLending } from '#lending/create-lending.ts';
import type { LendingConfiguration, LendingDependencies } from '#lending/dependencies.ts';
import type { Clock, Logger, SmsWatch } from '#lending/ports.ts';
import { createHttpReceiver } from '#providers/events/http-receiver.ts';
import { createFolderFiles } from '#providers/files/folder.ts';
import { createS3Files } from '#providers/files/s3.ts';
import type { SmsSender } from '#providers/ports/sms.ts';
import { settlementReader } from '#providers/settlement/read-settlement-file.ts';
import { bankCalendarsOf, companiesOf } from './companies.ts';
import type { Observation } from './observation.ts';
import type { PaperWriter } from './paper-writer.ts';
import { printKeptText } from './print-kept-text.ts';
import { madeUpStore } from './reference-providers.ts';
import { sessionSourcesOf } from './session-sources.ts';
import type { Settings } from './settings.ts';
import { systemRandom } from './system-random.ts';

export type ServiceSecrets = Pick<LendingConfiguration, 'hostSigningSecrets' | 'masterSecrets'>;

/** The configured secrets. Development generates missing ones for the life of the process. */
export function secretsOf({ lending }: Pick<Settings, 'lending'>): ServiceSecrets {
  const madeUp = () => randomBytes(32).toString('base64');
  const previous = (secret: string) => (secret === '' ? [] : [secret]);
  return {
    hostSigningSecrets: [
      lending.hostSigningSecret || `whsec_${madeUp()}`,
      ...previous(lending.hostSigningSecretOld),
    ],
    masterSecrets: [lending.masterSecret || madeUp(), ...previous(lending.masterSecretOld)],
  };
}

export function createLendingService(
  settings: Settings,
  parts: {
    readonly connection: DatabaseConnection;
    readonly replica: Replica | null;
    readonly clock: Clock;
    readonly timeOf: LendingDependencies['timeOf'];
    readonly logger: Logger;
    readonly secrets: ServiceSecrets;
    readonly sms: SmsSender;
    readonly cards: LendingDependencies['cards'];
    readonly references: LendingDependencies['references'];
    /** The pages' own origin, known once they listen. */
    readonly pagesOrigin: () => string;
    readonly request: Pick<
      LendingDependencies,
      'callerAddress' | 'holdPlace' | 'nameBorrower' | 'admitHostCall'
    >;
    readonly smsWatch: SmsWatch;
    readonly papers: Pick<PaperWriter, 'write'>;
    /** Reports to metrics and traces; empty if both are off. */
    readonly observation: Observation['lending'];
  },
): Api {
  const { mode, markets, http, database, files, lending, events, paymentProvider, sms, company, pages } =
    settings;
  const isDevelopment = mode === 'development';
  return createLending({
    database: parts.connection.db,
    hostDatabase: parts.connection.hostDb,
    replica: parts.replica ?? undefined,
    clock: parts.clock,
    timeOf: parts.timeOf,
    random: systemRandom,
    eventReceiver: events.url === '' ? null : createHttpReceiver(events),
    files:
      files.bucket === ''
        ? createFolderFiles(path.join(database.dataDirectory, 'files'))
        : createS3Files(files),
    imageCleaner: createImageCleaner(),
    printKeptText: (kept) => printKeptText(kept, parts.papers.write),
    logger: parts.logger,
    sms: parts.sms,
    smsWatch: parts.smsWatch,
    cards: parts.cards,
    readSettlement: settlementReader(lending.settlementLayouts),
    references: parts.references,
    pagesOrigin: parts.pagesOrigin,
    ...parts.request,
    ...parts.observation,
    configuration: {
      ...lending,
      channels: { ...lending.channels, store: madeUpStore },
      ...parts.secrets,
      isDevelopment,
      matterHours:
        settings.desk.signIn === 'off'
          ? null
          : hoursOfMatters(settings.desk.complaintHours, settings.desk.answerHours),
      borrowerMessages: settings.desk.messages,
      reminders:
        company.remindedBy === 'sms'
          ? {
              days: company.reminderDays,
              fromHour: company.reminderHours[0],
              untilHour: company.reminderHours[1],
            }
          : null,
      amountStyle: pages.amountStyle,
      dateStyle: pages.dateStyle,
      sessionSources: sessionSourcesOf(http),
      paths: pages.paths,
      markets,
      companies: companiesOf(settings),
      bankCalendars: bankCalendarsOf(settings),
      registration: {
        appName: company.appName,
        pagesHost: http.h5Base === '' ? '' : new URL(http.h5Base).hostname,
        standingLanguage: settings.site.standingLanguage,
        sendsPerHour: sms.registrationSendsPerHour,
        sendsPerDay: sms.registrationSendsPerDay,
        proofIterations: sms.proofIterations,
      },
      paymentPage: { address: paymentProvider.pageUrl, origins: http.redirectOrigins },
    },
  });
}
