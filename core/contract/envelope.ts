/** Content of an envelope: data or refusal. `code` is the wire code, null for none. */
export type Reading =
  | { readonly success: true; readonly code: string | null; readonly message: string; readonly data: unknown }
  | { readonly success: false; readonly code: string | null; readonly message: string };

/** `read` returns undefined for a body that is not this envelope (CALL-5). */
export interface Envelope {
  readonly name: 'v3' | 'pay-way' | 'channel-template' | 'promotion' | 'generic';
  wrap(data: unknown, message?: string): Readonly<Record<string, unknown>>;
  refuse(code: string, message: string): Readonly<Record<string, unknown>>;
  read(body: unknown): Reading | undefined;
}

/** `success` + `data` (+ `message`): the v3 calls (CALL-5). */
export const v3Envelope: Envelope = {
  name: 'v3',
  wrap: (data, message = '') => ({ success: true, code: '0', message, data }),
  refuse: (code, message) => ({ success: false, code, message, data: null }),
  read(body) {
    if (!isRecord(body) || typeof body.success !== 'boolean') return undefined;
    const code = codeText(body.code);
    const message = messageText(body.message);
    return body.success
      ? { success: true, code, message, data: body.data }
      : { success: false, code, message };
  },
};

/** Pay-way calls: `code` '00' is success (CALL-5). */
export const payWayEnvelope = codeEnvelope('pay-way', '00', (code) => code === '00');

/** The promotion channel's template: `code` '00' is success (CALL-5). */
export const channelTemplateEnvelope = codeEnvelope('channel-template', '00', (code) => code === '00');

/** Sid, SMS and registration: `code` '0' is success (CALL-5). */
export const promotionEnvelope = codeEnvelope('promotion', '0', (code) => code === '0');

/** The generic wrapper and the upload: success when `code` parses to integer 0 (CALL-4, CALL-5). */
export const genericEnvelope = codeEnvelope('generic', 0, (code) => /^[+-]?0+$/.test(code.trim()));

function codeEnvelope(
  name: Envelope['name'],
  successCode: string | number,
  isSuccess: (code: string) => boolean,
): Envelope {
  return {
    name,
    wrap: (data, message = '') => ({ code: successCode, message, data }),
    refuse: (code, message) => ({ code, message, data: null }),
    read(body) {
      if (!isRecord(body)) return undefined;
      const code = codeText(body.code);
      if (code === null) return undefined;
      const message = messageText(body.message);
      return isSuccess(code)
        ? { success: true, code, message, data: body.data }
        : { success: false, code, message };
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function codeText(code: unknown): string | null {
  return typeof code === 'string' || typeof code === 'number' ? String(code) : null;
}

function messageText(message: unknown): string {
  return typeof message === 'string' ? message : '';
}
