// The review card: what waits, with before and after, to accept, edit or reject from a chat.
import { connect, type Host } from '../../lib/agent-app/host.ts';
import { button, element, render, type Child } from '../../lib/agent-app/elements.ts';
import { loadPictures, type Wanted } from '../../lib/agent-app/pictures.ts';
import { assetsIn, collectionsIn, sidesOf, usesInWords, type Names, type Values } from './sides.ts';

interface Proposal {
  id: string;
  kind: string;
  target: { resource: string; id: string; name: string | null; mime: string | null };
  by: string;
  note: string | null;
  before: Values | null;
  after: Values | null;
  status: string;
  reviewNote: string | null;
  stages: { id: string; name: string }[];
  /** ID of the stage it is in. */
  current: string | null;
  /** The caller can decide on it now. */
  waitsForMe: boolean;
  /** Of a proposal to delete an asset, in the review queue: how many places use it. */
  usedIn?: Record<string, number>;
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isEmpty));

const names: Names = { collections: null, assets: null };

/** A value in the words of a reader: lists with commas, records line by line. */
function textOf(value: unknown): string {
  if (isEmpty(value)) return '–';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object')
    return Object.entries(value as Values)
      .filter(([, one]) => !isEmpty(one))
      .map(([name, one]) => `${name}: ${textOf(one)}`)
      .join('; ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const titled = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** One row for each property that is proposed. */
function changes(proposal: Proposal): Child {
  const { before, after } = sidesOf(proposal, names);
  const rows = Object.entries(after ?? {})
    .filter(([name, value]) => !isEmpty(value) || !isEmpty(before?.[name]))
    .map(([name, value]) =>
      element(
        'tr',
        {},
        element('th', { scope: 'row' }, titled(name)),
        element(
          'td',
          {},
          before && !isEmpty(before[name]) && element('del', {}, textOf(before[name])),
          before && !isEmpty(before[name]) && ' ',
          element('ins', {}, textOf(value)),
        ),
      ),
    );
  return rows.length > 0 && element('table', {}, element('tbody', {}, ...rows));
}

/** Kinds with a text that isn't free: the key of a rule, one of several values. */
const chosen = ['status', 'theme', 'replacement', 'page_deletion'];
/** Properties that name something else. */
const naming = ['cover', 'parent'];

/** The one text of a proposal that is a text and nothing else: it can be edited before it's accepted. */
function editableIn({ kind, after }: Proposal): [string, string] | null {
  if (chosen.includes(kind)) return null;
  const [only, ...others] = Object.entries(after ?? {});
  const isText = typeof only?.[1] === 'string' && !naming.includes(only[0]) && others.length === 0;
  return only && isText ? [only[0], String(only[1])] : null;
}

const pictureSize = 256;

const decided: Record<string, [string, string]> = {
  accepted: ['good', 'Accepted'],
  rejected: ['bad', 'Rejected'],
  withdrawn: ['quiet', 'Withdrawn'],
};

/** One proposal, with what the caller may do about it. */
class Card {
  readonly root = element('section', { class: 'card' });
  readonly #picture = element('img', { class: 'picture', alt: '' });
  readonly #complaint = element('p', { class: 'bad', role: 'alert' });
  /** What accepting made and nobody is shown again, such as the address of a link. */
  #once: Values = {};
  #proposal: Proposal;

  constructor(
    readonly host: Host,
    proposal: Proposal,
  ) {
    this.#proposal = proposal;
    this.#picture.hidden = true;
    this.#draw();
  }

  /** The picture of what it's about. */
  get wanted(): Wanted[] {
    const { resource, id, mime } = this.#proposal.target;
    const show = (url: string): void => {
      this.#picture.src = url;
      this.#picture.hidden = false;
    };
    return resource === 'asset' ? [{ id, mime, show }] : [];
  }

  /** Draws it again, with what was read meanwhile. */
  refresh(): void {
    const isWriting = this.root.querySelector('textarea') !== null;
    const named = [...collectionsIn(this.#proposal), ...assetsIn(this.#proposal)];
    if (!isWriting && named.length > 0) this.#draw();
  }

  #draw(...below: Child[]): void {
    const proposal = this.#proposal;
    const { kind, target, by, note, status, reviewNote } = proposal;
    const [tone, said] = decided[status] ?? [];
    const stage = proposal.stages.find(({ id }) => id === proposal.current);
    this.root.replaceChildren(
      ...[
        element(
          'div',
          { class: 'top' },
          this.#picture,
          element(
            'div',
            {},
            element('h2', {}, target.name ?? target.id),
            element(
              'p',
              { class: 'quiet' },
              [
                titled(kind.replaceAll('_', ' ')),
                `proposed by ${by}`,
                ...(stage ? [`stage: ${stage.name}`] : []),
              ].join(' · '),
            ),
            note && element('p', {}, note),
          ),
        ),
        changes(proposal),
        proposal.status === 'waiting' &&
          proposal.usedIn &&
          element('p', {}, `Used in: ${usesInWords(proposal.usedIn)}.`),
        said && element('p', { class: tone ?? '' }, reviewNote ? `${said}: ${reviewNote}` : said),
        ...Object.values(this.#once)
          .filter((value) => /^https?:/.test(String(value)))
          .map((address) => element('p', {}, `Copy this address, it's shown only now: ${textOf(address)}`)),
        ...(below.length > 0 ? below : [this.#actions()]),
        this.#complaint,
      ].filter((child) => child instanceof Node),
    );
  }

  #actions(): Child {
    const { host } = this;
    const proposal = this.#proposal;
    if (proposal.status !== 'waiting' || !host.canCall) return null;
    const complain = (why: string): void => this.#complaint.replaceChildren(why);
    if (host.tool === 'my_proposals')
      return element(
        'div',
        { class: 'row' },
        button('Withdraw', () => this.#withdraw(), { complain }),
      );
    if (!proposal.waitsForMe) return element('p', { class: 'quiet' }, 'Waiting for someone else to decide.');
    return element(
      'div',
      { class: 'row' },
      button('Accept', () => this.#decide('accept'), { first: true, complain }),
      editableIn(proposal) && button('Edit', () => this.#edit()),
      button('Reject', () => this.#reject()),
    );
  }

  /** A text to write, with what it's for and a way back. */
  #form(label: string, value: string, verb: string, send: (text: string) => Promise<void>): void {
    const field = element('textarea', { rows: '3', 'aria-label': label });
    field.value = value;
    const complain = (why: string): void => this.#complaint.replaceChildren(why);
    this.#draw(
      element('p', { class: 'quiet' }, label),
      field,
      element(
        'div',
        { class: 'row' },
        button(verb, () => send(field.value.trim()), { first: true, complain }),
        button('Cancel', () => this.#draw()),
      ),
    );
    field.focus();
  }

  #reject(): void {
    this.#form('What should be better? The proposer reads it.', '', 'Reject', (note) =>
      this.#decide('reject', { note }),
    );
  }

  #edit(): void {
    const [name, text] = editableIn(this.#proposal) ?? ['', ''];
    this.#form(`Accept with another ${name}`, text, 'Accept', (value) =>
      this.#decide('accept', { value: { [name]: value } }),
    );
  }

  async #decide(decision: 'accept' | 'reject', more: { note?: string; value?: Values } = {}): Promise<void> {
    const { id } = this.#proposal;
    const { data } = await this.host.call('review_proposal', { proposal: id, decision, ...more });
    const { data: decided, once } = data as { data: Proposal; once?: Values };
    this.#once = once ?? {};
    this.#show(decided);
    await this.host.tell(`The user ${decision}ed proposal ${id}${more.value ? ' with a change' : ''}.`);
  }

  async #withdraw(): Promise<void> {
    const { id } = this.#proposal;
    const { data } = await this.host.call('withdraw_proposals', { proposals: [id] });
    const [result] = (data as { results: { error?: { message: string } }[] }).results;
    if (result?.error) throw new Error(result.error.message);
    this.#show({ ...this.#proposal, status: 'withdrawn' });
    await this.host.tell(`The user withdrew proposal ${id}.`);
  }

  #show(proposal: Proposal): void {
    this.#proposal = proposal;
    this.#complaint.replaceChildren();
    this.#draw();
  }
}

/** Reads what collections and assets are called, if a proposal is about some. */
async function readNames(host: Host, proposals: readonly Proposal[]): Promise<void> {
  if (!host.canCall) return;
  if (proposals.some((proposal) => collectionsIn(proposal).length > 0)) {
    const { data } = await host.call('list_collections', {});
    const { data: all } = data as { data: { id: string; name: string }[] };
    names.collections = new Map(all.map(({ id, name }) => [id, name]));
  }
  const found = await Promise.all(
    [...new Set(proposals.flatMap(assetsIn))].map(async (asset): Promise<[string, string][]> => {
      try {
        const { data } = await host.call('describe_asset', { asset });
        const { title, filename } = data as { title: string | null; filename: string };
        return [[asset, title ?? filename]];
      } catch {
        return [];
      }
    }),
  );
  names.assets = new Map(found.flat());
}

void connect('Marque review', (host, data) => {
  const { data: proposals, total } = data as { data: Proposal[]; total: number };
  const more = total - proposals.length;
  const cards = proposals.map((proposal) => new Card(host, proposal));
  render(
    proposals.length === 0 && element('p', {}, 'Nothing waits for review.'),
    ...cards.map(({ root }) => root),
    more > 0 && element('p', { class: 'quiet' }, `${more} more`),
  );
  void readNames(host, proposals).then(
    () => {
      for (const one of cards) one.refresh();
    },
    () => undefined, // their pictures and the rest are shown all the same
  );
  void loadPictures(
    host,
    cards.flatMap(({ wanted }) => wanted),
    pictureSize,
  );
});
