import type { RegisteredTexts } from '../registered-text.ts';

export interface TwilioAccount {
  readonly accountSid: string;
  /** Also verifies delivery reports. */
  readonly authToken: string;
  /** A number, an alphanumeric sender or a messaging service (`MG…`); empty for no SMS. */
  readonly from: string;
  /** Texts registered with carriers; Twilio recognises them by their words. */
  readonly texts: RegisteredTexts;
  /** The number of its WhatsApp sender, E.164; empty for no WhatsApp. */
  readonly whatsappFrom: string;
  /** WhatsApp templates `HX…`; the code is the first variable. */
  readonly whatsappTexts: RegisteredTexts;
  /** Address of a fake Twilio in development; empty for Twilio. */
  readonly apiBase: string;
}

export const twilioGateways = { sms: 'twilio', whatsapp: 'twilio-whatsapp' } as const;
