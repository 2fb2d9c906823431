import { z } from 'zod';
import { loanFileKinds } from '#domain/loan/loan-file.ts';
import { defineHostCall, namedObject, orderNumber } from '../host-call.ts';

const kind = z
  .enum(loanFileKinds)
  .describe("agreement, or key-facts for the market's paper accepted with it");

const loanFile = namedObject('HostLoanFile', {
  kind,
  number: z.string().describe('Version of an agreement, number of a paper'),
  language: z.enum(['es', 'en']).describe('Language in which the borrower accepted it'),
  sha256: z.string().describe('SHA-256 of the bytes, in hexadecimal'),
  madeAt: z.string(),
});

export type HostLoanFile = z.output<typeof loanFile>;

/** Lists the PDF files of what the borrower accepted; none before the event `loan.files-made`. */
export const listLoanFiles = defineHostCall({
  name: 'listLoanFiles',
  summary: 'List the files of a loan',
  path: '/host/loans/files',
  isRead: true,
  request: z.object({ orderNumber }),
  response: z.object({ files: z.array(loanFile).describe('Files by kind; empty before they are made') }),
});

/** Gives the bytes of a file, which never change. */
export const readLoanFile = defineHostCall({
  name: 'readLoanFile',
  summary: 'Read a file of a loan',
  path: '/host/loans/files/read',
  isRead: true,
  request: z.object({ orderNumber, kind }),
  response: loanFile.extend({
    mediaType: z.literal('application/pdf').describe('Media type'),
    content: z.string().describe('Bytes in base64'),
  }),
});
