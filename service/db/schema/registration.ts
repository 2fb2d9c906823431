import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { allMarkets, type Market } from '#domain/market.ts';
import { captchaLimits } from '#domain/registration/captcha.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';
import { idColumn, instantColumn, oneOf } from './columns.ts';
import { smsSends } from './sms.ts';

/** Promotion templates: phone rule, language, colour and words of a landing page (PROMO-1, LANG-5). */
export const channelTemplates = pgTable(
  'channel_templates',
  {
    templateId: text('template_id').primaryKey(),
    /** Null for the specification's own, Chinese. */
    language: text('language').$type<PromotionLanguage>(),
    /** Null for the specification's own rule of 11 digits. */
    market: text('market').$type<Market>(),
    color: text('color'),
    heading: text('heading').notNull().default(''),
    line: text('line').notNull().default(''),
  },
  (table) => [
    oneOf(table.language, ['zh', 'es', 'en']),
    oneOf(table.market, allMarkets),
    check('channel_templates_color_form', sql`${table.color} ~ '^#[0-9a-fA-F]{6}$'`),
    check('channel_templates_id_length', sql`length(${table.templateId}) between 1 and 64`),
  ],
);

const originColumns = {
  appFrom: text('app_from').notNull(),
  userFrom: text('user_from').notNull(),
  utmTag: text('utm_tag').notNull(),
};

/** Visits to promotion pages (PROMO-1). */
export const promotionVisits = pgTable(
  'promotion_visits',
  {
    id: idColumn(),
    pageId: text('page_id').notNull(),
    clientType: text('client_type').$type<'ios' | 'android'>().notNull(),
    ...originColumns,
    visitedAt: instantColumn('visited_at').notNull(),
  },
  (table) => [
    index('promotion_visits_time').on(table.visitedAt),
    index('promotion_visits_page').on(table.pageId, table.visitedAt),
    oneOf(table.clientType, ['ios', 'android']),
  ],
);

/** Taps on the apply button (PROMO-6); the number is stored as a keyed hash only. */
export const promotionClicks = pgTable(
  'promotion_clicks',
  {
    id: idColumn(),
    pageId: text('page_id').notNull(),
    clientType: text('client_type').$type<'ios' | 'android'>().notNull(),
    ...originColumns,
    phoneHash: text('phone_hash').notNull(),
    clickedAt: instantColumn('clicked_at').notNull(),
  },
  (table) => [
    index('promotion_clicks_time').on(table.clickedAt),
    index('promotion_clicks_page').on(table.pageId, table.clickedAt),
    index('promotion_clicks_phone').on(table.phoneHash),
    oneOf(table.clientType, ['ios', 'android']),
  ],
);

/** Codes sent for promotion pages, without anything that identifies the receiver. */
export const promotionSends = pgTable(
  'promotion_sends',
  {
    id: idColumn(),
    /** Empty where the page named no template. */
    pageId: text('page_id').notNull(),
    ...originColumns,
    sentAt: instantColumn('sent_at').notNull(),
  },
  (table) => [index('promotion_sends_time').on(table.sentAt)],
);

/** Registrations under way, from `get-sid` on. Only the SHA-256 of the sid is stored; captchas are keyed hashes. */
export const registrationSessions = pgTable(
  'registration_sessions',
  {
    id: idColumn(),
    sidHash: text('sid_hash').notNull().unique(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    captchaHash: text('captcha_hash'),
    issuedAt: instantColumn('captcha_issued_at'),
    guessCount: integer('captcha_guess_count').notNull().default(0),
    usedAt: instantColumn('captcha_used_at'),
    captchaCount: integer('captcha_count').notNull().default(0),
    /** The captcha that the last code was sent for: registering sends it once more. */
    passedCaptchaHash: text('passed_captcha_hash'),
    /** Keyed hash of the number and code that registered, so that a repetition gets the first answer; null before. */
    completionHash: text('completion_hash'),
    /** SHA-256 of the documents that its page linked; null for one that began before they were recorded. */
    termsHash: text('terms_hash'),
    privacyNoticeHash: text('privacy_notice_hash'),
    outcome: text('outcome').$type<'registered' | 'already-registered'>(),
  },
  (table) => [
    index('registration_sessions_expiry').on(table.expiresAt),
    check(
      'registration_sessions_guess_count_range',
      sql`${table.guessCount} between 0 and ${sql.raw(String(captchaLimits.guessesMax))}`,
    ),
    check(
      'registration_sessions_completed_whole',
      sql`(${table.completionHash} is null) = (${table.outcome} is null)`,
    ),
    oneOf(table.outcome, ['registered', 'already-registered']),
  ],
);

/** Registration codes whose sending is delayed, since the visitor gave no proof of work. */
export const waitingCodes = pgTable(
  'waiting_codes',
  {
    sendId: uuid('send_id')
      .primaryKey()
      .references(() => smsSends.id, { onDelete: 'cascade' }),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => registrationSessions.id, { onDelete: 'cascade' }),
    /** E.164. */
    mobilePhone: text('mobile_phone').notNull(),
    language: text('language').$type<PromotionLanguage>().notNull(),
    pageId: text('page_id').notNull(),
    ...originColumns,
    sendAt: instantColumn('send_at').notNull(),
  },
  (table) => [
    index('waiting_codes_time').on(table.sendAt),
    index('waiting_codes_session').on(table.sessionId),
    index('waiting_codes_phone').on(table.mobilePhone),
    oneOf(table.language, ['zh', 'es', 'en']),
  ],
);

/** People who registered, one row per number (PROMO-6). */
export const registrations = pgTable(
  'registrations',
  {
    id: idColumn(),
    /** E.164. */
    mobilePhone: text('mobile_phone').notNull().unique(),
    templateId: text('template_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    appName: text('app_name').notNull(),
    merchantNumber: text('merchant_number').notNull(),
    inviteCode: text('invite_code').notNull(),
    ...originColumns,
    registeredAt: instantColumn('registered_at').notNull(),
    /** SHA-256 of the accepted documents, a key of `terms_editions`; null before they were recorded. */
    termsHash: text('terms_hash'),
    privacyNoticeHash: text('privacy_notice_hash'),
  },
  (table) => [
    index('registrations_time').on(table.registeredAt),
    check('registrations_mobile_phone_form', sql`${table.mobilePhone} ~ '^\\+[1-9][0-9]{7,14}$'`),
  ],
);
