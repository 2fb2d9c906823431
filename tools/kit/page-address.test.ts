import { expect, test } from 'vitest';
import { callChecks } from './call-checks.ts';
import { callsLeftOut, leftOutText, readPageAddress } from './page-address.ts';

const read = (address: string) => readPageAddress(new URL(address));

test('the address of a page gives session, product and order', () => {
  const session = 'sessionId=s&deviceId=d&userId=u&merchantNumber=LL0001';
  const whose = { session: 's', device: 'd', user: 'u', merchant: 'LL0001' };
  expect(read(`https://pay.example/order?productId=mx-120&orderId=1&${session}&lang=2`)).toEqual({
    ...whose,
    product: 'mx-120',
    order: '1',
  });
  expect(read(`https://pay.example/confirmLoan?productId=mx-90&${session}`)).toEqual({
    ...whose,
    offered: 'mx-90',
  });
  expect(read('https://pay.example/contract?orderNo=LL-1')).toEqual({ 'order-number': 'LL-1' });
  expect(read('https://pay.example/registerTemplate?templateId=5')).toEqual({ template: '5' });
});

test.each(['https://api.example', 'https://api.example/v1?key=1'])('%s is no page', (address) => {
  expect(read(address)).toBeNull();
});

test('a call with missing inputs is skipped, with a line that says so', () => {
  const inputs = { session: 's', device: 'd', product: 'mx-120', order: '1' };
  expect(leftOutText(callsLeftOut(callChecks, inputs))).toBe(
    'not made without --offered: readOffer, acceptOffer\nnot made without --order-number: readAgreement\n',
  );
  const whole = { ...inputs, offered: 'mx-90', 'order-number': 'LL-1' };
  expect(callsLeftOut(callChecks, whole)).toEqual([]);
  expect(callsLeftOut(callChecks, {})).toHaveLength(
    callChecks.filter(({ call }) => call.session === 'required').length,
  );
});
