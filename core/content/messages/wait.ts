import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';

const waits: Readonly<
  Record<PromotionLanguage, Readonly<Record<'minute' | 'minutes' | 'hour' | 'hours' | 'day', string>>>
> = {
  zh: {
    minute: '1 分钟后',
    minutes: '{n} 分钟后',
    hour: '1 小时后',
    hours: '{n} 小时后',
    day: '明天这个时候',
  },
  es: {
    minute: 'en un minuto',
    minutes: 'en {n} minutos',
    hour: 'en una hora',
    hours: 'en {n} horas',
    day: 'mañana a esta hora',
  },
  en: {
    minute: 'in a minute',
    minutes: 'in {n} minutes',
    hour: 'in an hour',
    hours: 'in {n} hours',
    day: 'tomorrow at this time',
  },
};

/** When an act is possible again; rounded up, at most a day. */
export function waitText(language: PromotionLanguage, seconds: number): string {
  const words = waits[language];
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  if (minutes < 60) return minutes === 1 ? words.minute : words.minutes.replace('{n}', String(minutes));
  const hours = Math.ceil(minutes / 60);
  if (hours > 22) return words.day;
  return hours === 1 ? words.hour : words.hours.replace('{n}', String(hours));
}
