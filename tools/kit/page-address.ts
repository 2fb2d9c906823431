export type Inputs = Readonly<Partial<Record<InputName, string>>>;

/** Flags that a page address can supply, with a description for the prompt. */
export const inputNames = {
  session: 'the session of a borrower',
  device: 'the device of the session',
  user: 'the user of the session',
  offered: 'a product that is offered, to be accepted',
  product: 'the product of a loan that is being repaid',
  order: 'the id of that loan',
  'order-number': 'the number of that loan',
  merchant: 'the merchant number',
  template: 'a promotion template',
} as const;

export type InputName = keyof typeof inputNames;

const parameters: Readonly<Record<string, InputName>> = {
  sessionId: 'session',
  deviceId: 'device',
  userId: 'user',
  orderId: 'order',
  orderNo: 'order-number',
  merchantNumber: 'merchant',
  templateId: 'template',
};

/** Reads the inputs from a page address; null for other addresses. A product without a loan is an offer. */
export function readPageAddress(address: URL): Inputs | null {
  const { searchParams } = address;
  const named = Object.entries(parameters).flatMap(([parameter, name]) => {
    const value = searchParams.get(parameter);
    return value ? [[name, value] as const] : [];
  });
  const productId = searchParams.get('productId');
  const hasLoan = searchParams.has('orderId') || searchParams.has('orderNo');
  const product = productId ? { [hasLoan ? 'product' : 'offered']: productId } : {};
  const inputs: Inputs = { ...Object.fromEntries(named), ...product };
  return Object.keys(inputs).length > 0 ? inputs : null;
}

interface CallWithInputs {
  readonly call: { readonly name: string; readonly session: 'required' | 'none' };
  readonly needs?: readonly InputName[];
}

export function callsLeftOut(
  calls: readonly CallWithInputs[],
  inputs: Inputs,
): { readonly call: string; readonly missing: readonly InputName[] }[] {
  return calls.flatMap(({ call, needs = [] }) => {
    const session: readonly InputName[] = call.session === 'required' ? ['session', 'device'] : [];
    const missing = [...session, ...needs].filter((name) => !inputs[name]);
    return missing.length > 0 ? [{ call: call.name, missing }] : [];
  });
}

/** A line for each set of missing flags, with the calls that need them. */
export function leftOutText(leftOut: ReturnType<typeof callsLeftOut>): string {
  const byFlags = new Map<string, string[]>();
  for (const { call, missing } of leftOut) {
    const flags = missing.map((name) => `--${name}`).join(' ');
    byFlags.set(flags, [...(byFlags.get(flags) ?? []), call]);
  }
  return [...byFlags].map(([flags, calls]) => `not made without ${flags}: ${calls.join(', ')}\n`).join('');
}
