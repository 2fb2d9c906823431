import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settlementSources } from '#domain/settlement/settlement.ts';
import { settlementReader } from './read-settlement-file.ts';

const readSettlementText = settlementReader({});

const linesOf = (source: (typeof settlementSources)[number], text: string) => {
  const reading = readSettlementText(source, text);
  if ('fault' in reading) throw new Error(JSON.stringify(reading));
  return reading.lines;
};

test('a payout reconciliation of Stripe is read by its published columns', () => {
  const lines = linesOf(
    'stripe',
    [
      'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,charge_id,payment_intent_id,automatic_payout_id,payment_metadata[payment]',
      'txn_1,2027-01-20 04:10:00,mxn,1401.36,50.45,1350.91,charge,ch_1,ch_1,pi_1,po_1,01938f5e-7c00-7000-8000-000000000001',
      'txn_2,2027-01-20 05:00:00,mxn,-100.00,0.00,-100.00,refund,re_1,ch_1,pi_1,po_1,',
      'txn_3,2027-01-20 05:00:00,mxn,-11.60,0.00,-11.60,fee,,,,po_1,',
      'txn_4,2027-01-21 05:00:00,mxn,-1239.31,0.00,-1239.31,payout,po_1,,,po_1,',
    ].join('\n'),
  );
  expect(lines.map(({ kind, amountMinor, feeMinor, day }) => [kind, amountMinor, feeMinor, day])).toEqual([
    // Ten past four in UTC is the evening before in Mexico City.
    ['payment', 140_136, 5_045, '2027-01-19'],
    ['taken-back', -10_000, 0, '2027-01-19'],
    ['fee', -1_160, 0, '2027-01-19'],
    ['payout', -123_931, 0, '2027-01-20'],
  ]);
  expect(lines[0]).toMatchObject({ lineNumber: 2, identity: 'txn_1', payout: 'po_1' });
  expect(lines[0]?.keys).toEqual(['ch_1', 'pi_1', 'txn_1', '01938f5e-7c00-7000-8000-000000000001']);
});

test('a reconciliation of Razorpay has the payment before its fee, whose tax is named apart or not', () => {
  const head =
    'entity_id,type,debit,credit,amount,currency,fee (exclusive tax),tax,created_at,settlement_utr,order_receipt';
  const [payment, refund] = linesOf(
    'razorpay',
    `${head}\npay_1,payment,0,976.40,1000,INR,20,3.60,20/01/2027 10:00:00,UTR1,x\nrfnd_1,refund,100,0,100,INR,,,20/01/2027 11:00:00,UTR1,\n`,
  );
  expect(payment).toMatchObject({ amountMinor: 100_000, feeMinor: 2_360, day: '2027-01-20', payout: 'UTR1' });
  expect(refund).toMatchObject({ kind: 'taken-back', amountMinor: -10_000, identity: 'rfnd_1' });
});

test('transactions of Conekta are in centavos, deposits of STP in pesos', () => {
  const [conekta] = linesOf(
    'conekta',
    'id,charge,amount,fee,net,currency,created_at,status,type\nt1,ch1,140136,464,139672,MXN,1800000000,paid_out,capture\n',
  );
  expect(conekta).toMatchObject({
    amountMinor: 140_136,
    feeMinor: 464,
    keys: ['ch1', 't1'],
    kind: 'payment',
  });
  const [spei] = linesOf(
    'spei',
    '\ufeffid;claveRastreo;monto;fechaOperacion;cuentaBeneficiario\n9;MBAN1;1401.36;20270119;646180118204000728\n',
  );
  expect(spei).toMatchObject({
    identity: '9',
    keys: ['MBAN1', '9'],
    amountMinor: 140_136,
    day: '2027-01-19',
  });
});

test('deposits of one clave without an id are named by bank and operating day too', () => {
  const head = 'claveRastreo,monto,tsLiquidacion,fechaOperacion,institucionOrdenante,cuentaBeneficiario';
  const lines = linesOf(
    'spei',
    [
      head,
      'MBAN1,10.00,1800000000000,20270115,40012,646180118204000728',
      'MBAN1,10.00,1800000000000,20270115,40072,646180118204000728',
      'MBAN1,10.00,1800000000000,20270118,40012,646180118204000728',
      '',
    ].join('\n'),
  );
  expect(lines.map(({ identity }) => identity)).toEqual([
    ...['MBAN1:012:2027-01-15', 'MBAN1:072:2027-01-15', 'MBAN1:012:2027-01-18'],
  ]);
  expect(lines[1]).toMatchObject({
    payerBank: '072',
    operatingDay: '2027-01-15',
    keys: ['MBAN1', 'MBAN1:072:2027-01-15'],
  });
});

const camt = (entries: string) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${entries}</Stmt></BkToCstmrStmt></Document>`;
const entry = (
  of: string,
  amount = '250.00',
) => `<Ntry><Amt Ccy="MXN">${amount}</Amt><CdtDbtInd>${of}</CdtDbtInd>
  <BookgDt><Dt>2027-01-20</Dt></BookgDt><ValDt><Dt>2027-01-19</Dt></ValDt><AcctSvcrRef>A1</AcctSvcrRef>
  <NtryDtls><TxDtls><Refs><EndToEndId>MBAN1</EndToEndId></Refs><RmtInf><Ustrd>De Rosa M, LL-2026-1</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;

test('a statement as camt.053 is read by value day, sign, references and words', () => {
  const lines = linesOf('bank-camt', camt(entry('CRDT') + entry('DBIT', '11.6')));
  expect(lines).toMatchObject([
    {
      kind: 'payment',
      amountMinor: 25_000,
      day: '2027-01-19',
      identity: 'A1',
      keys: ['MBAN1', 'A1'],
      reference: 'LL-2026-1',
    },
    { kind: 'other', amountMinor: -1_160 },
  ]);
});

test('a lender says how its own files name columns and in what unit its amounts are, of one source alone', () => {
  const columns = {
    id: 'Folio',
    charge: 'Cargo',
    amount: 'Monto bruto',
    fee: 'Comisión',
    created_at: 'Fecha',
  };
  const read = settlementReader({ conekta: { columns, unit: 'major' }, razorpay: { unit: 'minor' } });
  const own =
    'Folio;Cargo;Monto bruto;comisión;currency;Fecha;type\nt1;ch1;1401.36;4.64;MXN;19/01/2027;capture\n';
  expect(read('conekta', own)).toMatchObject({
    lines: [{ identity: 't1', amountMinor: 140_136, feeMinor: 464, day: '2027-01-19' }],
  });
  expect(readSettlementText('conekta', own)).toEqual({ fault: 'columns', lineNumber: null });
  const recon =
    'entity_id,type,debit,credit,currency,fee,tax,created_at\npay_1,payment,0,97640,INR,2360,360,1800000000\n';
  expect(read('razorpay', recon)).toMatchObject({ lines: [{ amountMinor: 100_000, feeMinor: 2_360 }] });
  expect(read('bank-csv', 'date,amount,currency,id\n2027-01-19,12.34,MXN,1\n')).toMatchObject({
    lines: [{ amountMinor: 1_234 }],
  });
});

test('a wrong file is refused, with the line if there is one', () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${camt(entry('CRDT'))}`;
  for (const [source, text, fault, lineNumber] of [
    ['stripe', 'a,b\n1,2\n', 'columns', null],
    ['conekta', 'id,charge,amount,fee,currency,created_at,type\n', 'empty', null],
    ['bank-csv', 'date,amount,currency,id\n2027-01-19,12.345,MXN,1\n', 'line', 2],
    ['bank-csv', 'date,amount,currency,id\n2027-13-19,12.34,MXN,1\n', 'line', 2],
    ['bank-csv', 'date,amount,currency,id\n2027-01-19,1e5,MXN,1\n', 'line', 2],
    ['bank-csv', 'date,amount,currency,id\n2027-01-19,1,USD,1\n', 'line', 2],
    ['bank-csv', 'date,amount,currency,id\n2027-01-19,1,MXN,1\n2027-01-19,1,INR,2\n', 'currencies', 3],
    ['bank-csv', 'date,amount,currency,id\n"2027', 'unreadable', null],
    ['bank-camt', '<Document/>', 'columns', null],
    ['bank-camt', '<Document', 'unreadable', null],
    ['bank-camt', bomb, 'columns', null],
    ['bank-camt', camt(entry('CRDT', '1.234')), 'line', 1],
    ['bank-camt', camt(entry('OTHER')), 'line', 1],
  ] as const) {
    expect([text.slice(0, 60), readSettlementText(source, text)]).toEqual([
      text.slice(0, 60),
      { fault, lineNumber },
    ]);
  }
});

test('no text makes a reader fail, or a line with an amount that is no safe integer', () => {
  fc.assert(
    fc.property(fc.constantFrom(...settlementSources), fc.string({ maxLength: 400 }), (source, tail) => {
      const heads = {
        stripe: 'balance_transaction_id,created_utc,currency,gross,fee,reporting_category',
        razorpay: 'entity_id,type,debit,credit,currency,created_at',
        conekta: 'id,charge,amount,fee,currency,created_at,type',
        spei: 'claveRastreo,monto',
        'bank-csv': 'date,amount,currency,id',
        'bank-camt': '<Document><BkToCstmrStmt><Stmt><Ntry>',
      };
      const reading = readSettlementText(source, `${heads[source]}\n${tail}`);
      return (
        'fault' in reading || reading.lines.every(({ amountMinor }) => Number.isSafeInteger(amountMinor))
      );
    }),
    { numRuns: 300 },
  );
});
