// The script of a review link's page: marks a place on a picture, takes the time of a player, and jumps to it. What it finds out goes into
// the hidden field of the form; without it, comments are on all of the file.
import { boxOf, clock, drawn, moved, type Place } from '../../lib/picture-places.ts';

interface Draft extends Place {
  from?: number;
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** Where a pointer is, as fractions of an element's sides. */
function placeOf(event: PointerEvent, element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  const share = (value: number): number => Math.min(Math.max(value, 0), 1);
  return {
    x: share((event.clientX - box.left) / box.width),
    y: share((event.clientY - box.top) / box.height),
  };
}

/** What the browser or the server kept of an earlier try. */
function keptIn({ value }: HTMLInputElement): Draft {
  try {
    return value === '' ? {} : (JSON.parse(value) as Draft);
  } catch {
    return {};
  }
}

/** A form for a new comment, with the picture and the player that it is about. */
class Composer {
  #draft: Draft = {};
  #handle: HTMLButtonElement | null = null;
  #overlay: HTMLElement | null = null;
  readonly #tools: HTMLElement;
  readonly #hint: HTMLElement;
  readonly #field: HTMLInputElement;
  readonly #text: HTMLTextAreaElement;
  readonly #stage: HTMLElement | null;
  readonly #player: HTMLMediaElement | null;

  constructor(form: HTMLFormElement, tools: HTMLElement) {
    const { asset, anchor, body } = form.elements as unknown as Record<string, HTMLInputElement>;
    this.#tools = tools;
    this.#hint = tools.querySelector('[data-hint]') as HTMLElement;
    this.#field = anchor as HTMLInputElement;
    this.#text = body as unknown as HTMLTextAreaElement;
    this.#stage = document.getElementById(`picture-${asset?.value ?? ''}`);
    this.#player = document.getElementById(`player-${asset?.value ?? ''}`) as HTMLMediaElement | null;
    this.#on('mark', () => this.#mark());
    this.#on('time', () => this.#takeTime());
    this.#on('clear', () => this.#clear());
    this.#draft = keptIn(this.#field);
    tools.hidden = false;
    this.#draw();
  }

  #button(name: string): HTMLButtonElement | null {
    return this.#tools.querySelector(`[data-do="${name}"]`);
  }

  #on(name: string, act: () => void): void {
    this.#button(name)?.addEventListener('click', act);
  }

  get #isPlaced(): boolean {
    return this.#draft.rect !== undefined || this.#draft.point !== undefined;
  }

  /** Keeps the time, and changes the place. */
  #place(place: Place): void {
    const { from } = this.#draft;
    this.#draft = { ...(from === undefined ? {} : { from }), ...place };
    this.#draw();
  }

  #clear(): void {
    this.#draft = {};
    this.#finish();
  }

  #takeTime(): void {
    this.#player?.pause();
    this.#draft = { ...this.#draft, from: Math.round((this.#player?.currentTime ?? 0) * 100) / 100 };
    this.#draw();
    this.#text.focus();
  }

  #mark(): void {
    this.#player?.pause();
    this.#overlay?.remove();
    const overlay = document.createElement('div');
    overlay.className = 'marking';
    this.#overlay = overlay;
    let start: { x: number; y: number } | null = null;
    const draw = (event: PointerEvent): void => {
      if (start) this.#place(drawn(start, placeOf(event, overlay)));
    };
    overlay.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      // The handle keeps the focus.
      event.preventDefault();
      overlay.setPointerCapture(event.pointerId);
      start = placeOf(event, overlay);
    });
    overlay.addEventListener('pointermove', draw);
    overlay.addEventListener('pointerup', (event) => {
      if (!start) return;
      draw(event);
      this.#finish();
    });
    overlay.addEventListener('pointercancel', () => {
      start = null;
    });
    this.#stage?.append(overlay);
    if (!this.#isPlaced) this.#place({ point: [0.5, 0.5] });
    this.#draw();
    this.#stage?.scrollIntoView({ block: 'nearest' });
    this.#handle?.focus({ preventScroll: true });
  }

  #finish(): void {
    this.#overlay?.remove();
    this.#overlay = null;
    this.#draw();
    this.#text.focus();
  }

  #onKey(event: KeyboardEvent): void {
    const place = moved(this.#draft, event.key, event.shiftKey);
    if (place) this.#place(place);
    else if (event.key === 'Escape') this.#clear();
    else if (event.key === 'Enter') this.#finish();
    else return;
    event.preventDefault();
  }

  #draw(): void {
    const { from } = this.#draft;
    const isEmpty = !this.#isPlaced && from === undefined;
    this.#field.value = isEmpty ? '' : JSON.stringify(this.#draft);
    const [mark, time, clear] = [this.#button('mark'), this.#button('time'), this.#button('clear')];
    mark?.setAttribute('aria-pressed', String(this.#overlay !== null));
    mark?.replaceChildren(this.#isPlaced ? 'Mark another place' : 'Mark on the picture');
    time?.replaceChildren(from === undefined ? 'At this moment' : `At ${clock(from)}`);
    if (clear) clear.hidden = isEmpty;
    this.#hint.textContent = this.#overlay
      ? 'Drag over a part of the picture, or choose a point. Arrow keys move it, with Shift they resize it. Enter ends.'
      : '';
    this.#drawHandle();
  }

  #drawHandle(): void {
    if (!this.#isPlaced || !this.#stage) {
      this.#handle?.remove();
      this.#handle = null;
      return;
    }
    if (!this.#handle) {
      this.#handle = document.createElement('button');
      this.#handle.type = 'button';
      this.#handle.addEventListener('keydown', (event) => this.#onKey(event));
    }
    if (!this.#handle.isConnected) this.#stage.append(this.#handle);
    const { x, y, width, height } = boxOf(this.#draft);
    this.#handle.className = width > 0 ? 'marked new' : 'pin new';
    const size =
      width > 0 ? { width: `${width * 100}%`, height: `${height * 100}%` } : { width: '', height: '' };
    Object.assign(this.#handle.style, { left: `${x * 100}%`, top: `${y * 100}%`, ...size });
    this.#handle.style.pointerEvents = this.#overlay ? 'none' : '';
    const extent = width > 0 ? `, ${percent(width)} wide and ${percent(height)} high` : '';
    this.#handle.setAttribute(
      'aria-label',
      `New comment, ${percent(x)} from the left and ${percent(y)} from the top${extent}. Move it with the arrow keys, resize it with Shift and the arrow keys.`,
    );
  }
}

/** Turns a time into a button that jumps there. */
function seekButton(words: HTMLElement): void {
  const player = document.getElementById(words.dataset.player ?? '') as HTMLMediaElement | null;
  if (!player) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.append(...words.childNodes);
  button.addEventListener('click', () => {
    player.pause();
    player.currentTime = Number(words.dataset.seek);
    player.scrollIntoView({ block: 'nearest' });
  });
  words.replaceWith(button);
}

/** How long before and after its moment a comment is on the picture, in seconds. */
const around = 1;

/** Of a video, only what is about the moment it shows. */
function followTime(player: HTMLMediaElement): void {
  const pins = player.parentElement?.querySelectorAll<HTMLElement>('.pin[data-from]') ?? [];
  const follow = (): void => {
    for (const pin of pins) {
      const [from, to] = [Number(pin.dataset.from), Number(pin.dataset.to)];
      pin.hidden = player.currentTime < from - around || player.currentTime > to + around;
    }
  };
  for (const name of ['timeupdate', 'seeked', 'loadedmetadata']) player.addEventListener(name, follow);
  follow();
}

/** Opens the moment of the comment that the address names: the page was loaded again to show it. */
function showTarget(): void {
  const target = /^#comment-[\da-f-]+$/.test(location.hash) ? document.querySelector(location.hash) : null;
  const seek = target?.closest('.thread')?.querySelector<HTMLElement>('[data-seek]');
  const player = document.getElementById(seek?.dataset.player ?? '') as HTMLMediaElement | null;
  if (player && seek) player.currentTime = Number(seek.dataset.seek);
}

for (const form of document.querySelectorAll('form')) {
  const tools = form.querySelector<HTMLElement>('.tools');
  if (tools) new Composer(form, tools);
  // The second click of a double click would send it again.
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = 'true';
  });
  form.querySelector('textarea')?.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.requestSubmit();
  });
}
// The page as the browser kept it, after going back.
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent;
});
for (const player of document.querySelectorAll('video')) followTime(player);
showTarget();
for (const words of document.querySelectorAll<HTMLElement>('[data-seek]')) seekButton(words);
for (const time of document.querySelectorAll('time'))
  time.textContent = new Date(time.dateTime).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
