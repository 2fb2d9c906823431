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

/** How a field is drawn, and how its typed text is read. */
export interface DeskField<Value = unknown> {
  readonly label?: string;
  readonly hint?: string | undefined;
  /** 'line' unless given. A ticked 'check' sends `yes`; the page draws an 'own' field itself. */
  readonly kind?: 'line' | 'area' | 'date' | 'decimal' | 'numeric' | 'check' | 'own';
  /** Turns the field into a drop-down list. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  readonly first?: string | undefined;
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  /** Reads the typed text; null refuses it. */
  read(typed: string): Value | null;
  readonly fault?: string;
}

type DeskFields = Readonly<Record<string, DeskField>>;

type ValuesOf<Fields extends DeskFields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends DeskField<infer Value> ? Value : never;
};

export interface SentForm {
  readonly part: string;
  readonly typed: FormData;
  readonly faults: Readonly<Record<string, string>>;
}

export interface DeskFormDefinition<Fields extends DeskFields = DeskFields> {
  readonly part: string;
  readonly fields: Fields;
  /** `values` is null if any field is refused. */
  read(form: FormData): { readonly sent: SentForm; readonly values: ValuesOf<Fields> | null };
}

/** Describes a form once: the same fields are drawn, read, checked and shown again after a refusal. */
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

/** The form of the page that was sent; the first one if the request names none. */
export function partOf<Part extends string>(form: FormData, parts: readonly [Part, ...Part[]]): Part {
  return parts.find((each) => each === fieldOf(form, 'part')) ?? parts[0];
}

/** The sent form if its name is `part`. */
export function sentAs<Sent extends SentForm>(sent: Sent | undefined, part: string): Sent | undefined {
  return sent?.part === part ? sent : undefined;
}

export function textField(field: Omit<DeskField<string>, 'read'>): DeskField<string> {
  return { ...field, read: (typed) => typed.trim() };
}

/** A required text of one line, up to `maxLength` characters. */
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

export function dayField(field: Omit<DeskField<LocalDate>, 'read' | 'kind'>): DeskField<LocalDate> {
  return { ...field, kind: 'date', read: typedDay };
}

/** A drop-down list; other values are refused. */
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
  readonly sent?: SentForm | undefined;
  /** Undefined values are left out. */
  readonly hidden?: Readonly<Record<string, string | number | undefined>>;
  /** Sets the form apart as a section of the page. */
  readonly isPart?: boolean;
};

/** A form with a name, a new `messageId` and hidden fields. Fields inside it show the sent text and faults. */
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

/** Draws a form: `lead`, its fields, `children` and a submit button. */
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
  /** Prefix of the ids of the fields. */
  readonly prefix?: string;
  readonly lead?: ReactNode;
  /** The label of the submit button; absent if `children` contain buttons. */
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

/** Draws the fields of a form, or only `names`. @param prefix comes before each field's name in its id. */
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
