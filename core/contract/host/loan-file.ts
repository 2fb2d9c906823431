import { z } from 'zod';
import { loanFileKinds } from '#domain/loan/loan-file.ts';
import { defineHostCall, namedObject, orderNumber } from '../host-call.ts';

const kind = z
  .enum(loanFileKinds)
  .describe("agreement, or key-facts for the market's paper that was accepted with it");

const loanFile = namedObject('HostLoanFile', {
  kind,
  number: z.string().describe('Version of an agreement, number of a paper'),
  language: z.enum(['es', 'en']).describe('The language that the borrower read and accepted it in'),
  sha256: z.string().describe('Of the bytes, in hexadecimal'),
  madeAt: z.string(),
});

/** A file of what was accepted with a loan, as the lender's systems see it; instants are ISO 8601 in UTC. */
export type HostLoanFile = z.output<typeof loanFile>;

/** Lists what a borrower accepted with a loan as PDF files; none before they are made, which `loan.files-made` tells. */
export const listLoanFiles = defineHostCall({
  name: 'listLoanFiles',
  summary: 'List the files of a loan',
  path: '/host/loans/files',
  isRead: true,
  request: z.object({ orderNumber }),
  response: z.object({ files: z.array(loanFile).describe('By kind; empty while they are to be made') }),
});

/** Gives a file of a loan, the same bytes each time. */
export const readLoanFile = defineHostCall({
  name: 'readLoanFile',
  summary: 'Read a file of a loan',
  path: '/host/loans/files/read',
  isRead: true,
  request: z.object({ orderNumber, kind }),
  response: loanFile.extend({
    mediaType: z.literal('application/pdf').describe('What the bytes are'),
    content: z.string().describe('The bytes in base64'),
  }),
});
