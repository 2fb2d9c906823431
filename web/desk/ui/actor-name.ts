import { deskLoanText } from '#content/messages/desk-loan.ts';
import type { Language } from '#domain/language.ts';

/**
 * The name of whoever did something.
 * @param actor `desk:<person id>`, `host` or `host:<name>`.
 * @param people names of staff by id.
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
