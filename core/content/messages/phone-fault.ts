import type { PhoneRule } from '#domain/registration/mobile-phone.ts';
import { type PromotionLanguage, promotionLocaleOf } from '#domain/registration/promotion-template.ts';
import type { PhoneFault } from '#domain/registration/read-phone.ts';
import { fill, promotionTextPack } from '../text-pack.ts';

const phoneFaultText = promotionTextPack({
  zh: {
    foreign: '这是其他国家（{country}）的号码，请输入{own}的 {digits} 位手机号！',
    'too-long': '号码位数过多，请输入 {digits} 位手机号！',
    'two-numbers': '这里有两个号码，请只输入一个！',
  },
  es: {
    foreign: 'Ese número es de otro país ({country}). Escriba un celular de {own}, de {digits} dígitos.',
    'too-long': 'A ese número le sobran dígitos. Escriba los {digits} de su celular.',
    'two-numbers': 'Aquí hay dos números. Escriba solo uno.',
  },
  en: {
    foreign:
      'This number is from another country ({country}). Enter a mobile number from {own}, with {digits} digits.',
    'too-long': 'This number has too many digits. Enter the {digits} digits of your mobile.',
    'two-numbers': 'There are two numbers here. Enter only one.',
  },
});

/** Why a telephone number cannot be used (PROMO-8); null where the form's own words suffice. */
export function phoneFaultWords(
  language: PromotionLanguage,
  { country: own, digits }: Pick<PhoneRule, 'country' | 'digits'>,
  fault: PhoneFault,
): string | null {
  const text = phoneFaultText[language];
  if (fault.kind === 'not-a-mobile') return null;
  if (fault.kind !== 'foreign') return fill(text[fault.kind], { digits });
  const names = new Intl.DisplayNames(promotionLocaleOf(language), { type: 'region' });
  const { country, callingCode } = fault;
  return fill(text.foreign, {
    country: (country && names.of(country)) || `+${callingCode}`,
    own: names.of(own) ?? own,
    digits,
  });
}
