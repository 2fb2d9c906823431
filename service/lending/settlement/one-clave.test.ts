import { expect, test } from 'vitest';
import { listUnmatchedPayments } from '#contract/host/repayment.ts';
import { decideSettlementLine, readSettlementFile, showSettlementFile } from '#contract/host/settlement.ts';
import { inTransaction } from '#db/database.ts';
import { localDate } from '#domain/calendar.ts';
import { minorAmount } from '#domain/money/money.ts';
import { testLendingService } from '#tests/setup/lending-databases.ts';
import { newBorrower, paidOutLoan } from '#tests/setup/lending-journeys.ts';
import { receivePayment } from '../repayment/receive-payment.ts';

const service = await testLendingService();
service.setTime('2026-11-18T12:00:00-06:00');
const loan = await paidOutLoan(service, await newBorrower(service));
service.setTime('2026-11-26T12:00:00-06:00');

const clave = 'MBAN01002211200001';
const told = (eventId: string, payerBank: string, day: string) =>
  inTransaction(service.database, (transaction) =>
    receivePayment(
      transaction,
      {
        ...{ provider: 'spei', eventId, loanName: { orderNumber: loan.orderNumber }, trackingKey: clave },
        ...{ amountMinor: minorAmount(50_000), currency: 'MXN', payerBank, operatingDay: localDate(day) },
        paidAt: new Date('2026-11-25T11:00:00-06:00'),
      },
      { ...service.dependencies, now: service.dependencies.clock.now() },
    ),
  );

const head = 'id,claveRastreo,monto,fechaOperacion,institucionOrdenante,cuentaBeneficiario';
const read = (name: string, ...lines: readonly string[]) =>
  service.tell(readSettlementFile, { source: 'spei', name, text: [head, ...lines, ''].join('\n') });
const shown = async (fileId: string, show: 'open' | 'matched' | 'repeated') =>
  (await service.tell(showSettlementFile, { fileId, show, limit: 100 })).lines.map(
    ({ lineNumber, eventId }) => [lineNumber, eventId],
  );

test('lines of one clave match the payment of their bank and day; an unreported one needs a decision', async () => {
  await told('a', '012', '2026-11-24');
  await told('b', '072', '2026-11-24');
  const { file } = await read(
    'one.csv',
    `,${clave},500.00,20261124,40072,646180118204000728`,
    `,${clave},500.00,20261124,40012,646180118204000728`,
    `,${clave},500.00,20261125,40012,646180118204000728`,
  );
  expect(await shown(file.fileId, 'matched')).toEqual([
    [2, 'b'],
    [3, 'a'],
  ]);
  expect(await shown(file.fileId, 'open')).toEqual([[4, null]]);
  const of = { fileId: file.fileId, lineNumber: 4, reason: 'nobody told of it' } as const;
  await service.tell(decideSettlementLine, { ...of, decision: 'unmatched' });
  const { payments } = await service.tell(listUnmatchedPayments, {});
  expect(payments).toMatchObject([{ amountMinor: 50_000, eventId: `${clave}:012:2026-11-25` }]);
});

test('a line that was read under its clave alone is repeated when it comes with an id', async () => {
  const key = 'MBAN01002211200002';
  const { file } = await read('two.csv', `,${key},70.00,20261124,,646180118204000728`);
  await service.database.execute(
    `update settlement_lines set identity = '${key}' where file_id = '${file.fileId}'`,
  );
  const again = await read(
    'three.csv',
    `77,${key},70.00,20261124,,646180118204000728`,
    `78,${key},71.00,20261124,,646180118204000728`,
  );
  expect(await shown(again.file.fileId, 'repeated')).toMatchObject([[2, null]]);
  expect(await shown(again.file.fileId, 'open')).toMatchObject([[3, null]]);
});
