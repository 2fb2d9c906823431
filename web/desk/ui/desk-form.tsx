import type { ComponentProps, ReactNode } from 'react';
import { type LocalDate, typedDay } from '#domain/calendar.ts';
import { fieldOf } from '#pages/open-screen.ts';
import { Button, type ButtonKind } from '#ui/form/button.tsx';
import { Check } from '#ui/form/check.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { SentContext } from '#ui/form/sent-fields.ts';
import { TextArea } from '#ui/form/text-area.tsx';
import { useDesk } from '../desk-context.ts';
import { Acts } from './acts.tsx';
import { TextField } from './field.tsx';
import { FormPart } from './fields.tsx';

/** A field of a form: how it looks, and how what is typed into it is read. */
export interface DeskField<Value = unknown> {
  readonly label?: string;
  readonly hint?: string | undefined;
  /** A line of text unless it is another kind; a ticked `check` sends `yes`, and the page draws an `own` field itself. */
  readonly kind?: 'line' | 'area' | 'date' | 'decimal' | 'numeric' | 'check' | 'own';
  /** Makes it a choice of one. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  /** What stands in it before anything is typed. */
  readonly first?: string | undefined;
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  /** Reads the typed text; null refuses it. */
  read(typed: string): Value | null;
  /** What to do about a refused text. */
  readonly fault?: string;
}

type DeskFields = Readonly<Record<string, DeskField>>;

type ValuesOf<Fields extends DeskFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends DeskField<infer Value> ? Value : never;
};

/** A form that was sent, to be shown again with what was typed and what is wrong with it. */
export interface SentForm {
  /** Which form of the page it is. */
  readonly part: string;
  readonly typed: FormData;
  /** What to do about each refused field, by its name. */
  readonly faults: Readonly<Record<string, string>>;
}

/** A form of a page: its fields are drawn, read, checked and shown again by one description. */
export interface DeskFormDefinition<Fields extends DeskFields = DeskFields> {
  /** Tells it from the page's other forms. */
  readonly part: string;
  readonly fields: Fields;
  /** Reads a sent form; `values` is null where a field is refused. */
  read(form: FormData): { readonly sent: SentForm; readonly values: ValuesOf<Fields> | null };
}

/** Describes a form of a page by its fields, in the order of the page. */
export function deskForm<Fields extends DeskFields>(
  part: string,
  fields: Fields,
): DeskFormDefinition<Fields> {
  return {
    part,
    fields,
    read(form) {
      const read = Object.entries(fields).map(
        ([name, field]) => [name, field.read(fieldOf(form, name)), field.fault ?? ''] as const,
      );
      const faults = Object.fromEntries(
        read.filter(([, value]) => value === null).map(([name, , fault]) => [name, fault]),
      );
      const isRefused = Object.keys(faults).length > 0;
      const values = Object.fromEntries(read) as ValuesOf<Fields>;
      return { sent: { part, typed: form, faults }, values: isRefused ? null : values };
    },
  };
}

/** Which form of a page was sent; the first where the form does not say. */
export function partOf<Part extends string>(form: FormData, parts: readonly [Part, ...Part[]]): Part {
  return parts.find((each) => each === fieldOf(form, 'part')) ?? parts[0];
}

/** The sent form if it is the named one. */
export function sentAs<Sent extends SentForm>(sent: Sent | undefined, part: string): Sent | undefined {
  return sent?.part === part ? sent : undefined;
}

/** The field of an optional text, as typed without blanks around it. */
export function textField(field: Omit<DeskField<string>, 'read'>): DeskField<string> {
  return { ...field, read: (typed) => typed.trim() };
}

/** The field of a text in one line of 1 to `maxLength` characters. */
export function lineField(
  field: Omit<DeskField<string>, 'read'> & { readonly maxLength: number },
): DeskField<string> {
  return {
    ...field,
    read(typed) {
      const line = typed.trim();
      return line !== '' && line.length <= field.maxLength && !/\p{Cc}/u.test(line) ? line : null;
    },
  };
}

/** The field of a day. */
export function dayField(field: Omit<DeskField<LocalDate>, 'read' | 'kind'>): DeskField<LocalDate> {
  return { ...field, kind: 'date', read: typedDay };
}

/** The field of a choice of one; a value that is none of them is refused. */
export function choiceField<Choice extends string>(
  choices: readonly Choice[],
  field: Omit<DeskField<Choice>, 'read' | 'choices'> & { readonly words: (choice: Choice) => string },
): DeskField<Choice> {
  return {
    ...field,
    choices: choices.map((choice) => [choice, field.words(choice)] as const),
    read: (typed) => choices.find((choice) => choice === typed) ?? null,
  };
}

type FormAttributes = Omit<
  ComponentProps<'form'>,
  'className' | 'method' | 'noValidate' | 'hidden' | 'form'
> & {
  /** As it was sent; undefined where it was not. */
  readonly sent?: SentForm | undefined;
  /** Those that are undefined are left out. */
  readonly hidden?: Readonly<Record<string, string | number | undefined>>;
  /** Makes it a part of the page of its own. */
  readonly isPart?: boolean;
};

/** A form that brings its part, a new id and the given hidden fields, and whose fields show what was sent. */
export function PostForm({
  part,
  sent,
  hidden = {},
  isPart = false,
  children,
  ...attributes
}: FormAttributes & { readonly part?: string | undefined }): ReactNode {
  const brought = Object.entries({ part, messageId: useDesk().newId(), ...hidden });
  const content = (
    <>
      {brought.map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <SentContext value={{ typed: sent?.typed ?? null, faults: sent?.faults ?? {} }}>{children}</SentContext>
    </>
  );
  if (isPart) return <FormPart {...attributes}>{content}</FormPart>;
  return (
    <form method="post" {...attributes} noValidate>
      {content}
    </form>
  );
}

/** A described form: `lead`, its fields, `children` and the button that sends it. */
export function DeskForm({
  form,
  prefix,
  lead,
  children,
  send,
  sendKind = 'main',
  ...attributes
}: FormAttributes & {
  readonly form: DeskFormDefinition;
  /** Before each field's name in its id. */
  readonly prefix?: string;
  readonly lead?: ReactNode;
  /** The words of its button; absent where `children` bring buttons. */
  readonly send?: string;
  readonly sendKind?: ButtonKind;
}): ReactNode {
  return (
    <PostForm part={form.part} {...attributes}>
      {lead}
      <FormFields form={form} prefix={prefix} />
      {children}
      {send !== undefined && (
        <Acts gap={attributes.isPart ? 0 : 3}>
          <Button kind={sendKind}>{send}</Button>
        </Acts>
      )}
    </PostForm>
  );
}

/** Draws the fields of a form, or those that are named. @param prefix stands before each name in the field's id. */
export function FormFields({
  form: { fields },
  names = Object.keys(fields),
  prefix = '',
}: {
  readonly form: DeskFormDefinition;
  readonly names?: readonly string[];
  readonly prefix?: string | undefined;
}): ReactNode {
  return names.map((name) => {
    const field = fields[name];
    return (
      field?.label !== undefined &&
      field.kind !== 'own' && (
        <FormField key={name} id={`${prefix}${name}`} name={name} field={field} label={field.label} />
      )
    );
  });
}

function FormField({
  id,
  name,
  label,
  field: { kind = 'line', hint, choices, first = '', maxLength = 400, isRequired = false },
}: {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly field: DeskField;
}): ReactNode {
  if (choices) return <SelectField id={id} name={name} label={label} chosen={first} choices={choices} />;
  if (kind === 'check')
    return (
      <Check id={id} name={name} value="yes" defaultChecked={first === 'yes'}>
        {label}
      </Check>
    );
  const shared = { id, name, label, hint, maxLength };
  if (kind === 'area') return <TextArea {...shared} defaultValue={first} />;
  return (
    <TextField
      {...shared}
      value={first}
      isRequired={isRequired}
      {...(kind === 'date' && { type: kind })}
      {...((kind === 'decimal' || kind === 'numeric') && { inputMode: kind })}
    />
  );
}
