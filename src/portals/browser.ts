// The script of portal pages: a click copies a value, and everything folded up is printed. Without it, the values are plain text.

const shownMs = 2500;
const longest = 60;

/** Says what was copied, to eyes and to screen readers. */
function statusLine(): (text: string) => void {
  const line = document.createElement('p');
  line.className = 'copied noprint';
  line.setAttribute('role', 'status');
  line.setAttribute('aria-live', 'polite');
  document.body.append(line);
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (text) => {
    clearTimeout(timer);
    // Emptied first: a text that stays the same isn't announced again.
    line.textContent = '';
    setTimeout(() => {
      line.textContent = text;
    }, 50);
    timer = setTimeout(() => {
      line.textContent = '';
    }, shownMs);
  };
}

/** Where there is no clipboard: on servers without TLS. */
function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.cssText = 'position:fixed;top:0;opacity:0';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return done;
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

const say = statusLine();

async function copy(button: HTMLElement, text: string): Promise<void> {
  const done = await write(text);
  say(done ? `Copied: ${short(text)}` : 'Your browser didn’t allow copying. Select the text instead.');
  if (!done) return;
  button.dataset.copied = '';
  setTimeout(() => {
    delete button.dataset.copied;
  }, shownMs);
}

function buttonFor(text: string, name: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', `Copy ${short(name)}`);
  button.addEventListener('click', () => void copy(button, text));
  return button;
}

/** The value itself becomes the button. */
function copyInPlace(element: HTMLElement, text: string, name: string): void {
  const button = buttonFor(text, name);
  button.className = 'copy-value';
  button.append(...element.childNodes);
  element.append(button);
}

/** A button after it. */
function copyBelow(element: HTMLElement, text: string, name: string): void {
  const button = buttonFor(text, name);
  button.className = 'copy-below noprint';
  button.textContent = 'Copy';
  element.after(button);
}

for (const element of document.querySelectorAll<HTMLElement>('[data-copy]')) {
  const { copy: text = '', copyName = text, copyAs } = element.dataset;
  (copyAs === 'block' ? copyBelow : copyInPlace)(element, text, copyName);
}

for (const code of document.querySelectorAll<HTMLElement>('.mqb-prose code,.prose code')) {
  const text = (code.textContent ?? '').replace(/\n$/, '');
  if (text === '' || code.closest('a,button,summary,[data-copy]')) continue;
  const { parentElement: parent } = code;
  if (parent?.tagName === 'PRE') copyBelow(parent, text, 'code');
  else copyInPlace(code, text, text);
}

// The color itself, for the mouse: the button with its code is right below.
for (const area of document.querySelectorAll<HTMLElement>('[data-copies]'))
  area.addEventListener('click', () => void copy(area, area.dataset.copies ?? ''));

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

/** What was closed until it's printed. */
let opened: HTMLDetailsElement[] = [];
addEventListener('beforeprint', () => {
  opened = [...document.querySelectorAll<HTMLDetailsElement>('.mqb-faq details:not([open])')];
  for (const one of opened) one.open = true;
});
addEventListener('afterprint', () => {
  for (const one of opened) one.open = false;
  opened = [];
});
