'use client';
// The properties of a page or section that changed, or all of them if it's new or removed.
import type { ReactNode } from 'react';
import { labelOfProperty } from '../../brands/pages/property-words.ts';
import { valueWords } from '../../events/event-words.ts';
import { AssetLink } from '../../assets/AssetLink.tsx';
import { Facts } from './Facts.tsx';
import { jsonEqual } from './json-equal.ts';
import { Placeholder, Sides, TextSides } from './Sides.tsx';
import type { Translate } from '../../words/words.tsx';
import { useWords } from '../../words/useWords.ts';

/** Properties shown first, in reading order. */
const shownFirst = ['eyebrow', 'title', 'lede', 'body', 'items', 'keys'];
/** Default values of pages and sections, not worth showing. */
const defaults: Record<string, unknown> = {
  tone: 'plain',
  width: 'normal',
  audience: 'everyone',
  layout: 'book',
};

/** The properties of a page or section by name, without empty and default values. */
function propertiesOf(subject: object | null, without: readonly string[]): Map<string, unknown> {
  const properties = new Map<string, unknown>();
  const entries = Object.entries(subject ?? {}) as [string, unknown][];
  const first = shownFirst.flatMap((name) => entries.filter(([one]) => one === name));
  for (const [name, value] of [...first, ...entries.filter(([one]) => !shownFirst.includes(one))]) {
    if (without.includes(name) || value === null || value === '' || value === false) continue;
    if (value === defaults[name] || (Array.isArray(value) && value.length === 0)) continue;
    if (name === 'props')
      for (const [prop, inner] of propertiesOf(value as object, [])) properties.set(prop, inner);
    else properties.set(name, value);
  }
  return properties;
}

const isId = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(value);

const renderValue = (value: unknown, t: Translate): ReactNode =>
  isId(value) ? <AssetLink id={value} /> : <span className="mq-text">{valueWords(value, t)}</span>;

function PropertyChange({ name, before, after }: { name: string; before: unknown; after: unknown }) {
  const words = useWords();
  const { t } = words;
  const side = (value: unknown): ReactNode => (value === undefined ? <Placeholder /> : renderValue(value, t));
  const textIn = (value: unknown): string | null =>
    value === undefined ? '' : typeof value === 'string' && !isId(value) ? value : null;
  const textBefore = textIn(before);
  const textAfter = textIn(after);
  return (
    <div data-part={name}>
      <p className="mq-label">{labelOfProperty(name, words)}</p>
      {textBefore !== null && textAfter !== null ? (
        <TextSides before={textBefore} after={textAfter} />
      ) : (
        <Sides before={side(before)} after={side(after)} />
      )}
    </div>
  );
}

interface Props {
  /** Null: it's new. */
  before: object | null;
  /** Null: it's removed. */
  after: object | null;
  /** Names of properties to leave out. */
  without: readonly string[];
}

export function PropertyChanges({ before, after, without }: Props) {
  const words = useWords();
  const old = propertiesOf(before, without);
  const fresh = propertiesOf(after, without);
  if (!before || !after) {
    // Added and removed ones have only one side.
    return (
      <div className={`mq-whole ${after ? 'mq-whole--new' : 'mq-whole--gone'}`}>
        <Facts
          facts={[...(after ? fresh : old)].map(([name, value]) => [
            labelOfProperty(name, words),
            renderValue(value, words.t),
          ])}
        />
      </div>
    );
  }
  const names = [...new Set([...fresh.keys(), ...old.keys()])].filter(
    (name) => !jsonEqual(old.get(name), fresh.get(name)),
  );
  return names.map((name) => (
    <PropertyChange key={name} name={name} before={old.get(name)} after={fresh.get(name)} />
  ));
}
