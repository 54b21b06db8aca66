// The asset picker: what a search found, to choose from by looking.
import { connect, type Host } from '../../lib/agent-app/host.ts';
import { button, element, render, type Child } from '../../lib/agent-app/elements.ts';
import { loadPictures, type Wanted } from '../../lib/agent-app/pictures.ts';

/** A hit of a search, brief or whole. */
interface Hit {
  id: string;
  title?: string;
  filename?: string;
  metadata?: { title?: string | null };
  mime: string;
  size?: string | number;
}

const pictureSize = 256;

const nameOf = ({ id, title, metadata, filename }: Hit): string => title ?? metadata?.title ?? filename ?? id;

class Picker {
  readonly #chosen = new Set<string>();
  readonly #count = element('span', { class: 'quiet' });

  constructor(
    readonly host: Host,
    readonly hits: readonly Hit[],
    readonly total: number,
  ) {}

  #tile(hit: Hit): Wanted & { root: HTMLButtonElement } {
    const place = element('div', { class: 'none' });
    const root = element(
      'button',
      {
        type: 'button',
        class: 'tile',
        'aria-pressed': 'false',
        click: () => {
          if (!this.#chosen.delete(hit.id)) this.#chosen.add(hit.id);
          root.setAttribute('aria-pressed', String(this.#chosen.has(hit.id)));
          this.#say();
        },
      },
      place,
      element('span', {}, nameOf(hit)),
      element(
        'span',
        { class: 'quiet' },
        [hit.mime, hit.size].filter((one) => typeof one === 'string').join(' · '),
      ),
    );
    const { id, mime } = hit;
    return { root, id, mime, show: (url) => place.replaceWith(element('img', { src: url, alt: '' })) };
  }

  #say(): void {
    this.#count.textContent =
      this.#chosen.size === 0 ? `${this.total} found` : `${this.#chosen.size} of ${this.hits.length} chosen`;
  }

  /** IDs only: titles are somebody else's words, and would stand as the user's. */
  async #use(): Promise<void> {
    if (this.#chosen.size === 0) return;
    await this.host.say(`Use these assets: ${[...this.#chosen].join(', ')}`);
  }

  draw(): void {
    const tiles = this.hits.map((hit) => this.#tile(hit));
    const footer: Child = element(
      'div',
      { class: 'row sticky' },
      button('Use these', () => this.#use(), { first: true }),
      this.#count,
    );
    this.#say();
    render(
      tiles.length === 0
        ? element('p', {}, 'Nothing was found.')
        : element('div', { class: 'grid' }, ...tiles.map(({ root }) => root)),
      tiles.length > 0 && footer,
    );
    void loadPictures(this.host, tiles, pictureSize);
  }
}

void connect('Marque assets', (host, data) => {
  const { data: hits, total } = data as { data: Hit[]; total: number };
  new Picker(host, hits, total).draw();
});
