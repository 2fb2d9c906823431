import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';

/** Words of a captcha question, for people who cannot see the image. */
export interface QuestionWords {
  /** `{words}` is the list. */
  readonly question: string;
  readonly separator: string;
  /** The words of 2 to 9, in that order. */
  readonly numbers: readonly [string, string, string, string, string, string, string, string];
  /** Words that are no numbers. */
  readonly wrongAnswers: readonly string[];
}

export const captchaQuestionWords: Readonly<Record<PromotionLanguage, QuestionWords>> = {
  zh: {
    question: '请只把下列词语中的数字按顺序写成 4 位阿拉伯数字：{words}。',
    separator: '、',
    numbers: ['二', '三', '四', '五', '六', '七', '八', '九'],
    wrongAnswers: [
      '桌子',
      '河流',
      '苹果',
      '月亮',
      '窗户',
      '石头',
      '面包',
      '鸟',
      '雨伞',
      '花园',
      '星星',
      '纸张',
    ],
  },
  es: {
    question: 'Escriba 4 dígitos, en orden, solo los números de esta lista: {words}.',
    separator: ', ',
    numbers: ['dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'],
    wrongAnswers: [
      'mesa',
      'río',
      'manzana',
      'luna',
      'ventana',
      'piedra',
      'pan',
      'pájaro',
      'sombra',
      'jardín',
      'nube',
      'papel',
    ],
  },
  en: {
    question: 'Type 4 digits, in order, only the numbers in this list: {words}.',
    separator: ', ',
    numbers: ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
    wrongAnswers: [
      'table',
      'river',
      'apple',
      'moon',
      'window',
      'stone',
      'bread',
      'bird',
      'shadow',
      'garden',
      'cloud',
      'paper',
    ],
  },
};
