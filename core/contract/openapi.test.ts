import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { wireSamples } from '#fixtures/wire-samples.ts';
import { allCalls, optionalCalls } from './all-calls.ts';
import { allHostCalls } from './all-host-calls.ts';
import { errorCodes } from './error-codes.ts';
import { fieldDescriptions, hostFieldDescriptions } from './field-descriptions.ts';
import { callExamples, openApiDocument, refusalCodesOf } from './openapi.ts';
import { hostExamples, shortened } from './openapi-host.ts';
import { providerWebhooks } from './openapi-providers.ts';

// A part of the document; the tests below say what has to stand where.
type Part = { readonly [name: string]: Part } & readonly Part[] & string;

const document = openApiDocument({ title: 'Llano', version: '0.1.0' }) as unknown as Part;

const part = (value: unknown): Part => value as Part;

function resolve(reference: string): Part {
  expect(reference).toMatch(/^#\//);
  let part: Part | undefined = document;
  for (const name of reference.slice(2).split('/')) {
    part = part?.[name.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  if (!part) throw new Error(`unresolved ${reference}`);
  return part;
}

/** Every object within the document, with the names that lead to it. */
function partsOf(value: unknown, names: readonly string[] = []): [names: readonly string[], value: Part][] {
  if (typeof value !== 'object' || value === null) return [];
  const children = Object.entries(value).flatMap(([name, child]) => partsOf(child, [...names, name]));
  return [[names, part(value)], ...children];
}

/** Those that the document has; a test of their own says that it has all. */
const operations = allCalls.flatMap((call) => {
  const operation = document.paths?.[call.path]?.[call.method.toLowerCase()];
  return operation ? [{ name: call.name, call, operation }] : [];
});

/** Whether a value fits a schema; a keyword that is not known here is an error, so that none is skipped. */
function fits(value: unknown, schema: Part): boolean {
  const fields =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? part(value) : undefined;
  const rules: Readonly<Record<string, (rule: Part) => boolean>> = {
    $ref: (rule) => fits(value, resolve(rule)),
    allOf: (rule) => rule.every((each) => fits(value, each)),
    anyOf: (rule) => rule.some((each) => fits(value, each)),
    oneOf: (rule) => rule.filter((each) => fits(value, each)).length === 1,
    not: (rule) => !fits(value, rule),
    type: (rule) => [rule].flat().some((type) => isOfType(value, type as string)),
    const: (rule) => value === rule,
    enum: (rule) => rule.includes(value as never),
    required: (rule) => !fields || rule.every((name) => Object.hasOwn(fields, name)),
    properties: (rule) =>
      !fields ||
      Object.entries(rule).every(([name, each]) => !Object.hasOwn(fields, name) || fits(fields[name], each)),
    items: (rule) => !Array.isArray(value) || value.every((each) => fits(each, rule)),
    maxItems: (rule) => !Array.isArray(value) || value.length <= Number(rule),
    // Dates alone have one; its pattern stands beside it.
    format: (rule) => String(rule) === 'date' && !Number.isNaN(Date.parse(String(value))),
    pattern: (rule) => typeof value !== 'string' || new RegExp(rule, 'u').test(value),
    minLength: (rule) => typeof value !== 'string' || [...value].length >= Number(rule),
    maxLength: (rule) => typeof value !== 'string' || [...value].length <= Number(rule),
    minimum: (rule) => typeof value !== 'number' || value >= Number(rule),
    maximum: (rule) => typeof value !== 'number' || value <= Number(rule),
  };
  const annotations = ['x-address', 'x-date', 'description', 'default', 'contentMediaType'];
  return Object.entries(schema).every(([keyword, rule]) => {
    if (annotations.includes(keyword)) return true;
    const check = rules[keyword];
    if (!check) throw new Error(`unknown keyword ${keyword}`);
    return check(rule);
  });
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

test('the document is plain JSON with the fixed fields of OpenAPI 3.1', () => {
  expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
  expect(document.openapi).toBe('3.1.1');
  expect(document.info).toMatchObject({ title: 'Llano', version: '0.1.0' });
  expect(document.servers).toEqual([{ url: '/' }]);
  const served = openApiDocument({ title: 'Llano', version: '0.1.0', serverUrl: 'https://api.example' });
  expect(served).toHaveProperty('servers', [{ url: 'https://api.example' }]);
});

test('[CALL-6] the document has every call at its path and method, and nothing else', () => {
  const listed = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const expected = [
    ...[...allCalls, ...optionalCalls].map(({ method, path }) => `${method} ${path}`),
    ...allHostCalls.map(({ path }) => `POST ${path}`),
    ...providerWebhooks.map(({ name }) => `POST /webhooks/${name}`),
  ];
  expect(listed.sort()).toEqual(expected.sort());
  expect(Object.keys(document.paths ?? {}).every((path) => path.startsWith('/'))).toBe(true);
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(ids).toEqual(allCalls.map(({ name }) => name));
});

const commonNames =
  'query deviceId,query appVersion,query userId,query sessionId,query clientType,query merchantNumber,query mobilePhone,query lang';
const headerNames = {
  json: 'header X-Device-Id,header X-App-Version,header X-User-Id,header X-Session-Id,header X-Language',
  form: 'header X-Session-Id,header X-Merchant-Number',
};

test.each(operations)('[SESS-2] [CALL-1] [CALL-2] the parameters of $name', ({ call, operation }) => {
  const parameters = (operation.parameters ?? part([])).map((parameter) =>
    parameter.$ref ? resolve(parameter.$ref) : parameter,
  );
  const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
  expect(new Set(names).size).toBe(names.length);
  const own =
    call.encoding === 'query'
      ? Object.keys(wireSamples[call.name as keyof typeof wireSamples]().request)
      : [];
  expect([...names].sort()).toEqual(
    [
      ...commonNames.split(','),
      ...headerNames[call.client].split(','),
      'header X-Requested-With',
      ...own.map((name) => `query ${name}`),
    ].sort(),
  );
  for (const parameter of parameters) expect(parameter.schema).toBeTypeOf('object');
});

/** The codes of a shared refusal with their statuses: `404 not-found; 409 status-conflict, …`. */
function codesByStatusIn(description: string | undefined): [code: string, status: number][] {
  return (description ?? '').split('; ').flatMap((words) => {
    const [, status, codes = ''] = /^(\d+) (.+)$/.exec(words) ?? [];
    return codes.split(', ').map((code): [string, number] => [code, Number(status)]);
  });
}

const bodies = operations.filter(({ call }) => call.encoding !== 'query' && call.encoding !== 'multipart');

test.each(bodies)('the request body of $name describes what the pages send', ({ call, operation }) => {
  const content = operation.requestBody?.content ?? part({});
  const mediaType = call.encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  expect(Object.keys(content)).toEqual([mediaType]);
  const schema = part(content[mediaType]?.schema);
  const { request } = wireSamples[call.name as keyof typeof wireSamples]();
  expect(fits(request, schema)).toBe(true);
  const required = resolve(schema.$ref ?? part('')).required ?? part([]);
  expect(operation.requestBody?.required).toBe(required.length > 0);
  if (required.length > 0) expect(fits({}, schema)).toBe(false);
});

test('the upload takes raw bytes in a multipart body', () => {
  const operation = operations.find(({ name }) => name === 'sendComplaintImage')?.operation;
  const schema = operation?.requestBody?.content?.['multipart/form-data']?.schema;
  expect(resolve(part(schema?.$ref)).properties?.problemImage).toEqual({
    description: expect.any(String),
    type: 'string',
    contentMediaType: 'application/octet-stream',
    minLength: 1,
    maxLength: 8 * 1024 * 1024,
  });
});

const enveloped = operations.filter(({ call }) => call.envelope !== null);

test.each(enveloped)('[CALL-5] the answer of $name is in its envelope', ({ call, operation }) => {
  const { envelope } = call;
  if (!envelope) throw new Error('no envelope');
  const schema = part(operation.responses?.['200']?.content?.['application/json']?.schema);
  const { response, minimalResponse } = wireSamples[call.name as keyof typeof wireSamples]();
  expect(fits(envelope.wrap(response), schema)).toBe(true);
  expect(fits(envelope.wrap(minimalResponse), schema)).toBe(true);
  expect(fits(envelope.refuse('500', 'No'), schema)).toBe(true);
  expect(fits(response, schema)).toBe(false);
  const { data: _data, ...withoutData } = envelope.wrap(response);
  expect(fits(withoutData, schema)).toBe(response === null);
});

test.each(enveloped)(
  '[CALL-5] the refusals of $name stand in its envelope, by status',
  ({ call, operation }) => {
    const refusals = Object.entries(operation.responses ?? part({})).filter(
      ([status]) => status !== '200' && status !== '5XX',
    );
    expect(operation.responses?.['5XX']).toEqual(operation.responses?.['4XX']);
    const own = new Set(refusals.map(([status]) => Number(status)));
    const listed: string[] = [];
    for (const [status, refusal] of refusals) {
      const { description, content } = resolve(part(refusal.$ref));
      const { schema, examples } = content?.['application/json'] ?? part({});
      const statuses = new Map(codesByStatusIn(description));
      for (const [code, { value }] of Object.entries(examples ?? {})) {
        const { status: expected, wireCode } = errorCodes[code as keyof typeof errorCodes];
        expect(status === '4XX' ? statuses.get(code) : Number(status)).toBe(expected);
        expect(fits(value, part(schema))).toBe(true);
        expect(call.envelope?.read(value)).toMatchObject({ success: false, code: wireCode });
        expect(fits(call.envelope?.wrap(null), part(schema))).toBe(false);
        if (status !== '4XX' || !own.has(expected)) listed.push(code);
      }
    }
    expect(listed.sort()).toEqual(refusalCodesOf(call).sort());
    expect(listed).not.toContain('signature-invalid');
    expect(listed.includes('session-required')).toBe(call.session === 'required');
    for (const code of call.refusals ?? []) expect(listed).toContain(code);
  },
);

test('the captcha answers with an image', () => {
  const operation = operations.find(({ name }) => name === 'readCaptcha')?.operation;
  expect(operation?.responses?.['200']?.content).toEqual({ 'image/*': {} });
});

test.each(allHostCalls)(
  'the operation of the host call $name is whole, with its example',
  ({ name, path }) => {
    const operation = document.paths?.[path]?.post ?? part({});
    expect(operation.security).toBeUndefined();
    const { request, status, response } = hostExamples[name] ?? {};
    const body = operation.requestBody?.content?.['application/json'];
    expect(body?.example).toEqual(request);
    expect(resolve(part(body?.schema?.$ref)).type).toBe('object');
    const answer = operation.responses?.[String(status)]?.content?.['application/json'];
    expect(answer?.example).toEqual({
      success: true,
      code: '0',
      message: expect.any(String),
      data: shortened(response),
    });
    const codes = Object.keys(operation.responses ?? {}).filter((code) => code.startsWith('2'));
    expect(codes).toEqual(['recordPayment', 'requestErasure'].includes(name) ? ['200', '202'] : ['200']);
    for (const statuses of ['4XX', '5XX']) {
      expect(operation.responses?.[statuses]).toEqual({ $ref: '#/components/responses/HostRefusal' });
    }
  },
);

test('the refusals of host calls name the status of each code', () => {
  const { description, content } = document.components?.responses?.HostRefusal ?? part({});
  const listed = codesByStatusIn(description);
  const examples = content?.['application/json']?.examples ?? part({});
  expect(Object.keys(examples).sort()).toEqual(listed.map(([code]) => code).sort());
  for (const [code, status] of listed) {
    expect(errorCodes[code as keyof typeof errorCodes].status).toBe(status);
    expect(examples[code]?.value).toMatchObject({ success: false });
  }
  expect(description).toContain('401 signature-invalid');
});

test('host calls are signed, and so is every operation that does not say otherwise', () => {
  expect(document.security).toEqual([
    { contentDigest: [], signatureInput: [], signature: [] },
    { webhookId: [], webhookTimestamp: [], webhookSignature: [] },
  ]);
  for (const scheme of (document.security ?? part([])).flatMap((each) => Object.keys(each))) {
    expect(document.components?.securitySchemes).toHaveProperty(scheme);
  }
  const others = operations.filter(({ operation }) => !Array.isArray(operation.security));
  expect(others.map(({ name }) => name)).toEqual([]);
});

test('every address that a guide to a provider names for its messages is described, and no other', () => {
  const folder = join(import.meta.dirname, '../../docs/providers');
  const guides = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const named = guides.flatMap((guide) =>
    [...guide.matchAll(/\/webhooks\/([a-z-]+)/g)].map(([, name]) => name),
  );
  expect([...new Set(named)].sort()).toEqual(providerWebhooks.map(({ name }) => name).sort());
});

test.each(providerWebhooks)(
  'the messages of $name are described with their proof, an example and refusals',
  ({ name, proof, mediaType, fields }) => {
    const operation = document.paths?.[`/webhooks/${name}`]?.post ?? part({});
    const scheme = Object.keys(operation.security?.[0] ?? {})[0] ?? '';
    expect(document.components?.securitySchemes?.[scheme]?.name).toBe(proof.header);
    const body = operation.requestBody?.content?.[mediaType];
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(Object.keys(body?.example ?? {})));
    expect(resolve(part(operation.responses?.['4XX']?.$ref)).description).toContain('401 signature-invalid');
    expect(operation.responses?.['200']?.content?.['application/json']).toBeDefined();
  },
);

test('a backend of a lender’s own is not said to take calls of the lender’s systems', () => {
  const own = openApiDocument({ title: 'Llano', version: '0.1.0', hasHostCalls: false });
  expect(JSON.stringify(own)).not.toContain('/host/');
  expect(JSON.stringify(own)).not.toContain('webhook');
});

test('every code of refusal is one that a call gives, a borrower’s, a visitor’s or the lender’s systems’', () => {
  const codes = new Set(allCalls.flatMap(refusalCodesOf));
  const hostOnly = ['payment-doubtful', 'signature-invalid', 'version-conflict'];
  expect(
    Object.keys(errorCodes)
      .filter((code) => !codes.has(code as never))
      .sort(),
  ).toEqual(hostOnly);
});

test('the examples of the document are the samples of the tests', async () => {
  const asText = allCalls.map(({ name, envelope, encoding }): [string, object] => {
    const { request, response, minimalResponse } = wireSamples[name as keyof typeof wireSamples]();
    const sent = encoding === 'multipart' ? {} : { request };
    return [name, { ...sent, ...(envelope && { response, minimalResponse }) }];
  });
  const written = `${JSON.stringify(Object.fromEntries(asText), null, 2)}\n`;
  await expect(written).toMatchFileSnapshot('./call-examples.json');
  const all = [...allCalls, ...optionalCalls];
  expect(Object.keys(callExamples).sort()).toEqual(all.map(({ name }) => name).sort());
});

test.each(optionalCalls)('$name is described as optional, with examples that fit it', (call) => {
  const operation = part(document.paths?.[call.path]?.post);
  expect(operation).toMatchObject({ operationId: call.name, 'x-optional': true });
  expect(operation.description).toContain('Beyond the specification');
  const body = part(operation.requestBody?.content?.['application/json']);
  const answer = part(operation.responses?.['200']?.content?.['application/json']?.schema);
  const { request, response, minimalResponse } = callExamples[call.name] ?? {};
  expect(body.example).toEqual(request);
  expect(fits(request, part(body.schema))).toBe(true);
  for (const data of [response, minimalResponse]) {
    expect(fits(call.envelope?.wrap(data), answer)).toBe(true);
    expect(z.safeDecode(call.response as z.core.$ZodType<unknown, unknown>, data).success).toBe(true);
  }
  expect(z.safeDecode(call.request as z.core.$ZodType<unknown, unknown>, request).success).toBe(true);
});

test('the guide to a backend of one’s own names every optional call and the fields that announce it', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/own-backend.md'), 'utf8');
  for (const { name, announcedBy = [] } of optionalCalls) {
    const row = guide.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
    for (const field of announcedBy) expect(row, name).toContain(`\`${field.split('.').at(-1)}\``);
  }
});

test('the calls of the specification are not marked as optional', () => {
  for (const { operation } of operations) expect(operation).not.toHaveProperty('x-optional');
});

/** The places of fields that no description stands with. */
function bareFields(value: unknown, names: readonly string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    if (name === 'example' || name === 'examples') return [];
    const below = bareFields(child, [...names, name]);
    if (names.at(-1) !== 'properties' || names.includes('responses')) return below;
    const { description, $ref } = part(child);
    if (description || ($ref && resolve($ref).description)) return below;
    return [[...names, name].join('/'), ...below];
  });
}

test('the document is at most 570 kB and every reference in it resolves', () => {
  expect(JSON.stringify(document).length).toBeLessThanOrEqual(570_000);
  const references = partsOf(document).flatMap(([, value]) => (value.$ref ? [value.$ref] : []));
  expect(references.length).toBeGreaterThan(2000);
  for (const reference of new Set<string>(references)) expect(resolve(reference)).toBeTypeOf('object');
});

test('every field and parameter says what it means', () => {
  expect(bareFields(document.components)).toEqual([]);
  expect(bareFields(document.webhooks)).toEqual([]);
  for (const [names, value] of partsOf(document)) {
    if (names.at(-2) === 'parameters' && !value.$ref) {
      expect(value.description, names.join('/')).toBeTypeOf('string');
    }
  }
});

test('every description of the table is of a field that is there', () => {
  const fields = new Set(
    partsOf(document).flatMap(([names, value]) => [names.at(-1) ?? '', ...(value.name ? [value.name] : [])]),
  );
  const unused = Object.keys({ ...fieldDescriptions, ...hostFieldDescriptions }).filter(
    (key) => !fields.has(key.split('.').at(-1) ?? ''),
  );
  expect(unused).toEqual([]);
});

test('the schemas are stricter than what the pages accept', () => {
  const amounts = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
  const { amount, isNeedPop, ratemsg } = resolve('#/components/schemas/readOfferData').properties ?? part({});
  expect(resolve(part(amount?.$ref))).toMatchObject(amounts);
  expect(isNeedPop?.enum).toEqual([0, 1, null]);
  expect(ratemsg?.type).toEqual(['string', 'null']);
  const tolerated = document['x-tolerated-answers']?.readOffer?.properties ?? part({});
  expect(resolve(part(tolerated.amount?.$ref)).anyOf).toHaveLength(2);
  expect(fits('500000', part(tolerated.amount))).toBe(true);
  expect(fits('500000', part(amount))).toBe(false);
  expect(JSON.stringify(document)).not.toContain('"provided"');
});
