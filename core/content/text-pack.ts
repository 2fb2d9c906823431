import type { Language } from '#domain/language.ts';
import type { PromotionLanguage } from '#domain/registration/promotion-template.ts';

declare const parameters: unique symbol;

/** `Parameter` names what it takes in `{braces}`. */
export type Text<Parameter extends string = never> = string & {
  readonly [parameters]?: (name: Parameter) => void;
};

type ParameterOf<Template> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

type TextsOf<Reference> = { readonly [Key in keyof Reference]: Text<ParameterOf<Reference[Key]>> };

/** Requires the reference's parameters of each key, no more and no fewer. */
type SameParameters<Reference, Other> = {
  readonly [Key in keyof Reference]: Key extends keyof Other
    ? [ParameterOf<Reference[Key]>, ParameterOf<Other[Key]>] extends [
        ParameterOf<Other[Key]>,
        ParameterOf<Reference[Key]>,
      ]
      ? string
      : never
    : string;
};

/** Texts in both languages. Spanish is the reference: a key or `{parameter}` that English lacks or adds is a type error (LANG-3). */
export function textPack<const Reference extends Readonly<Record<string, string>>, const Other>(packs: {
  readonly es: Reference;
  readonly en: Other &
    SameParameters<Reference, Other> & { readonly [Key in Exclude<keyof Other, keyof Reference>]: never };
}): Readonly<Record<Language, TextsOf<Reference>>> {
  return packs as unknown as Readonly<Record<Language, TextsOf<Reference>>>;
}

/** Requires the reference's keys and parameters, no more and no fewer. */
type Translated<Reference, Other> = Other &
  SameParameters<Reference, Other> & { readonly [Key in Exclude<keyof Other, keyof Reference>]: never };

/** Texts of a promotion page, also in Chinese, which is the reference (LANG-3, LANG-5). */
export function promotionTextPack<
  const Reference extends Readonly<Record<string, string>>,
  const Spanish,
  const English,
>(packs: {
  readonly zh: Reference;
  readonly es: Translated<Reference, Spanish>;
  readonly en: Translated<Reference, English>;
}): Readonly<Record<PromotionLanguage, TextsOf<Reference>>> {
  return packs as unknown as Readonly<Record<PromotionLanguage, TextsOf<Reference>>>;
}

export type TextsIn<Pack> = Pack extends Readonly<Record<Language, infer Texts>> ? Texts : never;

/** Fills a text's `{parameters}`. A value that ends with a full stop, such as `S.A. de C.V.`, also ends the sentence. */
export function fill<Parameter extends string>(
  text: Text<Parameter>,
  values: Readonly<Record<Parameter, string | number>>,
): string {
  return text.replace(/\{(\w+)\}(\.?)/g, (_match, name: Parameter, stop: string) => {
    const value = String(values[name]);
    return value.endsWith('.') ? value : value + stop;
  });
}
