import { Component, type ComponentType, type ReactNode, StrictMode, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { hydrateBehaviours } from './hydrate-behaviours.ts';
import { trusted } from './trusted.ts';

/**
 * Hydrates a part of the page with React. What was typed before stays. An error while rendering puts the server's HTML back with
 * what was typed, is reported to the page, and leaves the form to the server (`data-plain`).
 */
export function hydrateIsland<Properties extends object>(
  root: HTMLElement,
  Island: ComponentType<Properties>,
): void {
  const serverHtml = root.innerHTML;
  const typed = typedFields(root);
  const properties = JSON.parse(root.dataset.properties ?? '{}') as Properties;
  const restoreServerForm = (latest: TypedFields): void => {
    reactRoot?.unmount();
    root.innerHTML = trusted.createHTML(serverHtml) as string;
    writeTyped(root, latest);
    delete root.dataset.hydrated;
    root.dataset.plain = '';
    for (const child of root.children) hydrateBehaviours(child);
  };
  let reactRoot: ReturnType<typeof hydrateRoot> | undefined;
  // Synchronously, so that nobody can type between reading the fields and restoring their text.
  flushSync(() => {
    reactRoot = hydrateRoot(
      root,
      <FaultBoundary root={root} typed={typed} onFault={restoreServerForm}>
        <TypedAgain root={root} typed={typed} />
        <StrictMode>
          <Island {...properties} />
        </StrictMode>
      </FaultBoundary>,
      { onCaughtError: report },
    );
  });
  root.dataset.hydrated = '';
}

/** Reports to the page's `error` listeners, as `reportError` does in newer browsers. */
function report(error: unknown): void {
  setTimeout(() => {
    throw error;
  });
}

/** By name; for radio buttons and check boxes by name and value. */
type TypedFields = ReadonlyMap<string, { readonly value: string; readonly isChecked: boolean }>;

type TypedField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function fieldsOf(root: HTMLElement): readonly TypedField[] {
  return [...root.querySelectorAll<TypedField>('input:not([type=hidden], [type=file]), textarea, select')];
}

function keyOf({ type, name, value }: TypedField): string {
  return type === 'radio' || type === 'checkbox' ? `${name}=${value}` : name;
}

function typedFields(root: HTMLElement): TypedFields {
  return new Map(
    fieldsOf(root).map((field) => [
      keyOf(field),
      { value: field.value, isChecked: field instanceof HTMLInputElement && field.checked },
    ]),
  );
}

function writeTyped(root: HTMLElement, typed: TypedFields): void {
  for (const field of fieldsOf(root)) {
    const before = typed.get(keyOf(field));
    if (!before) continue;
    if (field.value !== before.value) field.value = before.value;
    if (field instanceof HTMLInputElement && field.checked !== before.isChecked)
      field.checked = before.isChecked;
  }
}

/** Restores typed text: React resets a hydrated field to the server's value. */
function TypedAgain({ root, typed }: { readonly root: HTMLElement; readonly typed: TypedFields }): ReactNode {
  useLayoutEffect(() => writeTyped(root, typed), [root, typed]);
  return null;
}

interface FaultBoundaryProperties {
  readonly root: HTMLElement;
  readonly typed: TypedFields;
  readonly onFault: (typed: TypedFields) => void;
  readonly children: ReactNode;
}

/** On an error renders nothing and passes on the typed texts. */
class FaultBoundary extends Component<FaultBoundaryProperties, { readonly hasFault: boolean }> {
  constructor(properties: FaultBoundaryProperties) {
    super(properties);
    this.state = { hasFault: false };
  }

  static getDerivedStateFromError(): { readonly hasFault: boolean } {
    return { hasFault: true };
  }

  override componentDidMount(): void {
    if (this.state.hasFault) this.leave(this.props.typed);
  }

  override getSnapshotBeforeUpdate(): TypedFields | null {
    return this.state.hasFault ? typedFields(this.props.root) : null;
  }

  override componentDidUpdate(
    _properties: FaultBoundaryProperties,
    _state: { readonly hasFault: boolean },
    typed: TypedFields | null,
  ): void {
    if (typed) this.leave(typed);
  }

  override render(): ReactNode {
    return this.state.hasFault ? null : this.props.children;
  }

  /** After React's commit, which cannot unmount its own root. */
  private leave(typed: TypedFields): void {
    queueMicrotask(() => this.props.onFault(typed));
  }
}
