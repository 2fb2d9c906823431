import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { breakingChanges } from './breaking-changes.ts';
import { documentFile, storedDocument } from './openapi-files.ts';

const documentText = readFileSync(documentFile, 'utf8');

// biome-ignore lint/suspicious/noExplicitAny: a document is changed at any depth.
type Document = any;
const copy = (): Document => JSON.parse(documentText);

test('no change breaks who built on the document that is kept', () => {
  expect(breakingChanges(JSON.parse(documentText), JSON.parse(JSON.stringify(storedDocument())))).toEqual([]);
});

test('the document that is kept is the contract: `npm run docs -- openapi` writes it', () => {
  expect(JSON.parse(JSON.stringify(storedDocument()))).toEqual(JSON.parse(documentText));
});

async function findings(source: string) {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: `${process.cwd()}/${documentFile}`, config });
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer} ${message}`);
}

test('Redocly’s recommended rules find nothing in it', async () => {
  expect(await findings(documentText)).toEqual([]);
});

test('they find an example that does not fit', async () => {
  const changed = copy();
  changed.paths['/v3/loan-details/loan-details'].post.requestBody.content['application/json'].example = {};
  expect(await findings(JSON.stringify(changed))).toEqual([
    expect.stringContaining('no-invalid-media-type-examples'),
  ]);
});

const offer = 'readOfferData';
const schema = (document: Document, name = offer) => document.components.schemas[name];

const eventSchema = (document: Document) =>
  document.webhooks['loan.settled'].post.requestBody.content['application/json'].schema.allOf[1];

const breaking: readonly (readonly [string, (document: Document) => void, string])[] = [
  [
    'a call that is gone',
    (document) => {
      delete document.paths['/v3/loan-details/loan-details'];
    },
    'POST /v3/loan-details/loan-details is gone',
  ],
  [
    'a field that is gone',
    (document) => {
      delete schema(document).properties.ratemsg;
    },
    'readOfferData.ratemsg is gone',
  ],
  [
    'a field within rows that is gone',
    (document) => {
      delete schema(document, 'HostSmsMessage').properties.gateway;
    },
    'host.listSmsMessagesData.smsMessages[].gateway is gone',
  ],
  [
    'a list that has to be there',
    (document) => {
      schema(document).properties.repay_plans.anyOf.pop();
    },
    'readOfferData.repay_plans takes fewer kinds of values',
  ],
  [
    'a type that is narrower',
    (document) => {
      schema(document).properties.ratemsg.type = 'string';
    },
    'readOfferData.ratemsg is no longer null',
  ],
  [
    'a value that is no longer taken',
    (document) => {
      schema(document).properties.isNeedPop.enum = [0, 1];
    },
    'readOfferData.isNeedPop no longer takes null',
  ],
  [
    'a limit that is tighter',
    (document) => {
      schema(document, 'acceptOfferRequest').properties.termUnit.maxLength = 3;
    },
    'acceptOfferRequest.termUnit has a tighter maxLength',
  ],
  [
    'a field of a request that is newly required',
    (document) => {
      schema(document, 'acceptOfferRequest').required.push('quoteId');
    },
    'acceptOfferRequest.quoteId is newly required',
  ],
  [
    'a parameter that is newly required',
    (document) => {
      document.paths['/api/v2/youmi/promotion/get-sid'].get.parameters.at(-1).required = true;
    },
    'GET /api/v2/youmi/promotion/get-sid: query id is newly required',
  ],
  [
    'a parameter that is gone',
    (document) => {
      document.paths['/api/v2/youmi/promotion/get-sid'].get.parameters.pop();
    },
    'GET /api/v2/youmi/promotion/get-sid: query id is gone',
  ],
  [
    'a field that a call of the lender’s systems no longer always gives',
    (document) => {
      schema(document, 'host.issueSessionData').required = ['userId'];
    },
    'host.issueSessionData.expiresAt is no longer always given',
  ],
  [
    'an event that is gone',
    (document) => {
      delete document.webhooks['loan.settled'];
    },
    'event loan.settled is gone',
  ],
  [
    'a field of an event that is gone',
    (document) => {
      delete eventSchema(document).properties.data.allOf[1].properties.settledAt;
    },
    'event loan.settled.data.settledAt is gone',
  ],
  [
    'a field of an event that is no longer always given',
    (document) => {
      eventSchema(document).required.pop();
    },
    'event loan.settled.data is no longer always given',
  ],
];

test.each(breaking)('%s breaks', (_name, change, said) => {
  const changed = copy();
  change(changed);
  expect(breakingChanges(copy(), changed)).toEqual([said]);
});

test('a named schema that is gone breaks, where it is referred to as little as where its name is imported', () => {
  const changed = JSON.parse(documentText.replaceAll('HostLoan"', 'Loan"'));
  expect(breakingChanges(copy(), changed)).toEqual(['HostLoan is gone']);
});

test('what is added, widened or said in other words breaks nothing', () => {
  const changed = copy();
  changed.paths['/v3/new'] = { post: { operationId: 'new' } };
  schema(changed).properties.added = { type: 'string' };
  schema(changed).properties.repay_plans.anyOf[0].items.properties.added = { type: 'string' };
  schema(changed).properties.isNeedPop.enum.push(2);
  schema(changed).properties.amount.description = 'other words';
  schema(changed, 'acceptOfferRequest').properties.termUnit.maxLength = 99;
  expect(breakingChanges(copy(), changed)).toEqual([]);
});
