// What a publish changed, for What's new and the feed: each rule and page by name, before and after.
import { diffWordsWithSpace } from 'diff';
import type { ReactElement, ReactNode } from 'react';
import type {
  ChangedPart,
  How,
  NamedChange,
  NamedChanges,
  NamedPageChange,
  NamedRuleChange,
} from '../../brands/publishing/named-changes.ts';
import { countText } from '../../sharing/words.ts';
import type { MediaRow } from '../media.ts';

/** Entries of one publish that are listed, most of them of a brand's first. */
const mostListed = 100;
/** Words that differ until two texts count as different ones. */
const mostEdits = 300;

const howWords = { added: 'New', changed: 'Changed', removed: 'Removed', renamed: 'Renamed' } as const;

interface Place {
  files: ReadonlyMap<string, MediaRow>;
  /** The address of a page; null if the visitor can't open it. */
  pageUrl: (slug: string) => string | null;
}

type Sides = readonly [before: ReactNode, after: ReactNode];

/** The changes of a publish are kept, and so is what is marked in them: comparing texts takes longer than everything else on the page. */
const markedParts = new WeakMap<ChangedPart, Sides>();

function markedOnce(part: ChangedPart, before: string, after: string): Sides {
  const known = markedParts.get(part) ?? marked(before, after);
  markedParts.set(part, known);
  return known;
}

/** Both texts, with the words that differ marked. */
function marked(before: string, after: string): Sides {
  const pieces = diffWordsWithSpace(before, after, { maxEditLength: mostEdits });
  if (!pieces) return [before, after];
  return [
    pieces.map(({ value, added, removed }, at) =>
      added ? null : removed ? <del key={at}>{value}</del> : value,
    ),
    pieces.map(({ value, added, removed }, at) =>
      removed ? null : added ? <ins key={at}>{value}</ins> : value,
    ),
  ];
}

function Color({ value }: { value: string }): ReactElement {
  return (
    <>
      <span className="chip" style={{ background: value }} />
      {value}
    </>
  );
}

const fileNames = (ids: readonly string[], { files }: Place): string | null =>
  ids.length === 0
    ? null
    : ids.map((id) => files.get(id.toLowerCase())?.filename ?? 'a file that isn’t available now').join(', ');

/** What is shown on each side; null: nothing was or is there. */
function sidesOf(part: ChangedPart, place: Place): Sides {
  if (part.kind === 'files') return [fileNames(part.before, place), fileNames(part.after, place)];
  const { kind, before, after } = part;
  if (kind === 'words' && before !== null && after !== null) return markedOnce(part, before, after);
  const shown = (text: string | null): ReactNode =>
    text === null ? null : kind === 'color' ? <Color value={text} /> : text;
  return [shown(before), shown(after)];
}

function Parts({
  how,
  parts,
  place,
}: {
  how: How;
  parts: readonly ChangedPart[];
  place: Place;
}): ReactElement | null {
  if (parts.length === 0) return null;
  const isBoth = how === 'changed' || how === 'renamed';
  return (
    <dl>
      {parts.map((part, index) => {
        const [before, after] = sidesOf(part, place);
        const none = <span className="quiet">none</span>;
        return [
          ...(isBoth || how === 'removed'
            ? [
                <dt key={`${index} before`}>{isBoth ? `${part.name} before` : part.name}</dt>,
                <dd key={`${index} was`}>{before ?? none}</dd>,
              ]
            : []),
          ...(isBoth || how === 'added'
            ? [
                <dt key={`${index} after`}>{isBoth ? `${part.name} after` : part.name}</dt>,
                <dd key={`${index} is`}>{after ?? none}</dd>,
              ]
            : []),
        ];
      })}
    </dl>
  );
}

function RuleEntry({ change, place }: { change: NamedRuleChange; place: Place }): ReactElement {
  const { how, title, key, context, parts } = change;
  return (
    <li>
      <p>
        {howWords[how]} rule: <strong>{title}</strong>
        {context === null ? null : ` (${context.replaceAll('-', ' ')})`} <code>{key}</code>
      </p>
      <Parts how={how} parts={parts} place={place} />
    </li>
  );
}

function SectionEntry({
  change: { how, title, parts },
  place,
}: {
  change: NamedChange;
  place: Place;
}): ReactElement {
  return (
    <li>
      <p>
        {howWords[how]} section: <strong>{title}</strong>
      </p>
      <Parts how={how} parts={parts} place={place} />
    </li>
  );
}

function PageEntry({ change, place }: { change: NamedPageChange; place: Place }): ReactElement {
  const { how, slug, title, parts, sections } = change;
  const address = how === 'removed' ? null : place.pageUrl(slug);
  return (
    <li>
      <p>
        {howWords[how]} page: <strong>{address === null ? title : <a href={address}>{title}</a>}</strong>
      </p>
      <Parts how={how} parts={parts} place={place} />
      {sections.length === 0 ? null : (
        <ul className="changes">
          {sections.map((section, index) => (
            <SectionEntry key={index} change={section} place={place} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** "1 page added, 3 rules changed". */
export function summaryOf({ name, look, rules, pages }: NamedChanges): string {
  const counted = (what: string, list: readonly NamedChange[]): string[] =>
    (['added', 'changed', 'renamed', 'removed'] as const).flatMap((how) => {
      const count = list.filter((one) => one.how === how).length;
      return count === 0 ? [] : [`${countText(count, what)} ${how}`];
    });
  const all = [
    ...(name ? [`Renamed from ${name.before} to ${name.after}`] : []),
    ...counted('page', pages),
    ...counted('rule', rules),
    ...(look ? ['the look of all pages changed'] : []),
  ].join(', ');
  return all === '' ? 'Nothing changed for readers' : `${all.slice(0, 1).toUpperCase()}${all.slice(1)}`;
}

/** Everything that changed, named. */
export function ChangeList({
  changes: { rules, pages },
  ...place
}: { changes: NamedChanges } & Place): ReactElement | null {
  const total = rules.length + pages.length;
  if (total === 0) return null;
  const shownPages = pages.slice(0, mostListed);
  const shownRules = rules.slice(0, mostListed - shownPages.length);
  const left = total - shownPages.length - shownRules.length;
  return (
    <ul className="changes">
      {shownPages.map((change) => (
        <PageEntry key={`page ${change.slug}`} change={change} place={place} />
      ))}
      {shownRules.map((change) => (
        <RuleEntry key={`${change.key} ${change.context ?? ''}`} change={change} place={place} />
      ))}
      {left === 0 ? null : <li className="quiet">And {left} more.</li>}
    </ul>
  );
}
