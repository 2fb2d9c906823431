import { deskLoanText } from '#content/messages/desk-loan.ts';
import type { Language } from '#domain/language.ts';

/**
 * Who did something, in words: a person of the desk by their name, the lender's systems as they are called.
 * @param actor `desk:` and an id, `host`, or `host:` and a name.
 * @param people names by the ids of people of the desk.
 */
export function actorName(
  actor: string,
  { language }: { readonly language: Language },
  people: ReadonlyMap<string, string>,
): string {
  const text = deskLoanText[language];
  if (actor.startsWith('desk:')) return people.get(actor.slice('desk:'.length)) ?? '';
  return actor === 'host' ? text.byHost : `${text.byHost}: ${actor.replace(/^host:/, '')}`;
}
