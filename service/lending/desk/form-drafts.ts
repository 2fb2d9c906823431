import type { DeskService } from '#contract/desk.ts';
import { isId } from '#db/new-id.ts';
import type { LendingDependencies } from '../dependencies.ts';
import { nonceBytes, openText, sealText } from '../sealed-text.ts';
import { deleteFormDrafts, findFormDraft, insertFormDraft } from './store/form-draft.ts';

const keptMs = 15 * 60_000;
const purpose = 'desk form drafts';

type Encoded = Readonly<Partial<Record<'date' | 'form', unknown>>>;

/** Drafts are sealed, since people type personal data into them. */
export function createDeskFormDrafts({
  hostDatabase: database,
  clock,
  random,
  configuration: { masterSecrets },
}: LendingDependencies): DeskService['drafts'] {
  return {
    async keep({ personId }, page, draft) {
      const id = random.id();
      const nonce = random.bytes(nonceBytes);
      const sealed = sealText(textOf(draft), masterSecrets[0], { purpose, nonce });
      const expiresAt = new Date(clock.now().getTime() + keptMs);
      await insertFormDraft(database, { id, personId, page, sealed, expiresAt });
      return id;
    },
    async read({ personId }, page, id) {
      if (id !== null && !isId(id)) return null;
      const sealed = await findFormDraft(database, { personId, page, id, now: clock.now() });
      const text = sealed === undefined ? undefined : openText(sealed, masterSecrets, purpose);
      return text === undefined ? null : JSON.parse(text, decoded);
    },
    forget: ({ personId }, page) => deleteFormDrafts(database, { personId, page }),
  };
}

function textOf(draft: unknown): string {
  return JSON.stringify(draft, function (this: Readonly<Record<string, unknown>>, name, value) {
    const plain = this[name];
    if (plain instanceof Date) return { date: plain.toISOString() } satisfies Encoded;
    if (plain instanceof FormData)
      return { form: [...plain].filter(([, text]) => typeof text === 'string') } satisfies Encoded;
    return value;
  });
}

function decoded(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 1) return value;
  const { date, form } = value as Encoded;
  if (typeof date === 'string') return new Date(date);
  if (!Array.isArray(form)) return value;
  const typed = new FormData();
  for (const [name, text] of form) typed.append(name, text);
  return typed;
}
