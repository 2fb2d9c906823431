import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marketOf } from '../market.ts';
import { complaintTypeIds } from './complaint.ts';
import { complaintCounts, isReturned, periodOf, returnOf, returnRow } from './complaint-return.ts';

const named = (id: string) => {
  const found = returnOf(id);
  if (!found) throw new Error(`no return ${id}`);
  return found;
};

test('each field of each return says where its name is published, once', () => {
  for (const { complaintReturns } of Object.values(marketOf)) {
    for (const { fields } of complaintReturns) {
      expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
      expect(fields.filter(({ source }) => source.length < 10)).toEqual([]);
    }
  }
});

test('every complaint is in one of the two returns of Mexico, and a month without complaints is reported too', () => {
  const [redeco, reune] = [named('redeco'), named('reune')];
  for (const typeId of complaintTypeIds) {
    expect([isReturned(redeco, typeId), isReturned(reune, typeId)].filter(Boolean)).toHaveLength(1);
  }
  const period = periodOf('2026-11', redeco.months);
  expect(period).toEqual({ from: '2026-11-01', through: '2026-11-30' });
  expect(periodOf('2026-10', reune.months)).toEqual({ from: '2026-10-01', through: '2026-12-31' });
  const given = (name: string) => (name === 'QuejasSector' ? 'SOFOM E.N.R.' : '');
  const of = (row: readonly string[]) =>
    Object.fromEntries(redeco.fields.map(({ name }, place) => [name, row[place]]));
  const complaint = {
    folio: 'Q-1',
    typeId: '1',
    orderNumber: null,
    filedAt: '2026-11-30T23:30:00-06:00',
    answeredAt: '2026-12-01T12:00:00-06:00',
  } as const;
  expect(of(returnRow(redeco, complaint, period, given))).toMatchObject({
    ...{ QuejasNoMes: '11', QuejasNum: '1', QuejasFolio: 'Q-1', QuejasFecRecepcion: '30/11/2026' },
    ...{
      QuejasEstatus: '2',
      QuejasFecResolucion: '01/12/2026',
      QuejasSector: 'SOFOM E.N.R.',
      QuejasCausa: '',
    },
  });
  const ofQuarter = periodOf('2026-10', reune.months);
  const row = returnRow(reune, { ...complaint, typeId: '2' }, ofQuarter, given);
  const told = Object.fromEntries(reune.fields.map(({ name }, place) => [name, row[place]]));
  expect(told).toMatchObject({
    ...{ RecTrimestre: '4', RecNumero: '1', RecFolioAtencion: 'Q-1', RecFechaReclamacion: '30/11/2026' },
    ...{ RecEstadoConPend: '2', RecFechaNotifiUsuario: '01/12/2026', RecMonetario: '' },
  });
  const nil = of(returnRow(redeco, null, period, given));
  expect([nil.QuejasNum, nil.QuejasNoMes, nil.QuejasFolio]).toEqual(['0', '11', '']);
});

test('what was pending and came is what was answered and is pending, of any complaints', () => {
  const ombudsman = named('ombudsman');
  const period = periodOf('2026-10', ombudsman.months);
  const day = fc.date({ min: new Date('2026-07-01'), max: new Date('2027-02-01'), noInvalidDate: true });
  const complaint = fc.record({
    typeId: fc.constantFrom(...complaintTypeIds),
    filed: day,
    days: fc.option(fc.nat(90)),
  });
  fc.assert(
    fc.property(fc.array(complaint, { maxLength: 30 }), (complaints) => {
      const counts = complaintCounts(ombudsman, period);
      for (const { typeId, filed, days } of complaints) {
        counts.add({
          ...{ folio: 'Q', typeId, orderNumber: null, filedAt: filed.toISOString() },
          answeredAt: days === null ? null : new Date(filed.getTime() + days * 86_400_000).toISOString(),
        });
      }
      const rows = counts.rows(
        (typeId) => typeId,
        () => '',
      );
      expect(rows).toHaveLength(complaintTypeIds.length);
      for (const [, before, received, answered, , , after, beyond] of rows) {
        expect(Number(before) + Number(received) - Number(answered)).toBe(Number(after));
        expect(Number(beyond)).toBeLessThanOrEqual(Number(after));
      }
    }),
  );
});
