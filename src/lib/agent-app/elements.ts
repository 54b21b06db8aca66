// Elements of the document. Text is set as text, never as HTML: what apps show was written by others.

type Properties = Partial<Record<string, string | boolean | ((event: Event) => void)>>;
export type Child = Node | string | null | undefined | false;

/** Creates an element. Properties that are functions listen to the event of that name. */
export function element<N extends keyof HTMLElementTagNameMap>(
  name: N,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[N] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'function') made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, '');
    else if (typeof value === 'string') made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** Replaces what the app shows. */
export function render(...children: Child[]): void {
  document.getElementById('app')?.replaceChildren(element('div', { class: 'stack' }, ...children));
}

/** A button that waits for what it starts, and shows why it failed below itself. */
export function button(
  label: string,
  run: () => Promise<void> | void,
  { first = false, complain }: { first?: boolean; complain?: (why: string) => void } = {},
): HTMLButtonElement {
  const made = element(
    'button',
    {
      type: 'button',
      ...(first ? { class: 'first' } : {}),
      click: () => {
        made.disabled = true;
        void Promise.resolve()
          .then(run)
          .catch((error: unknown) => complain?.(error instanceof Error ? error.message : String(error)))
          .finally(() => {
            made.disabled = false;
          });
      },
    },
    label,
  );
  return made;
}
