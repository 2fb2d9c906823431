import type { RegisteredTexts } from '../registered-text.ts';

/** An account with Twilio and what it sends from. */
export interface TwilioAccount {
  readonly accountSid: string;
  /** Also signs its reports. */
  readonly authToken: string;
  /** A number, an alphanumeric sender or a messaging service (`MG…`); empty for no SMS. */
  readonly from: string;
  /** Texts registered with carriers; their words alone count, since Twilio goes by them. */
  readonly texts: RegisteredTexts;
  /** The number of its WhatsApp sender, E.164; empty for no WhatsApp. */
  readonly whatsappFrom: string;
  /** WhatsApp's templates, by their `HX…`: the code is their first variable. */
  readonly whatsappTexts: RegisteredTexts;
  /** A stand-in for Twilio's API, in development; empty for Twilio. */
  readonly apiBase: string;
}

/** Names of the ways messages go with Twilio. */
export const twilioGateways = { sms: 'twilio', whatsapp: 'twilio-whatsapp' } as const;
