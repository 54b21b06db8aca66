'use client';
// Changed usage rights, with the same rows on both sides, so that removals show too.
import type { Rights } from '../../../assets/schemas.ts';
import { Facts, type Fact } from './Facts.tsx';
import { Placeholder, Sides } from './Sides.tsx';

const modelReleaseLabels = {
  released: 'Released',
  missing: 'Missing',
  'not-needed': 'Not needed',
} as const satisfies Record<NonNullable<Rights['modelRelease']>, string>;

const rightsFacts = (rights: Rights | null): Fact[] => [
  ['License', rights?.license],
  ['Territories', rights?.territories.join(', ')],
  ['Channels', rights?.channels.join(', ')],
  ['Not before', rights?.embargo],
  ['Expires', rights?.expires],
  ['Model release', rights?.modelRelease ? modelReleaseLabels[rights.modelRelease] : null],
];

export function RightsChange({ before, after }: { before: Rights | null; after: Rights | null }) {
  const [beforeFacts, afterFacts] = [rightsFacts(before), rightsFacts(after)];
  const shown = beforeFacts.map(([, value], row) => Boolean(value) || Boolean(afterFacts[row]?.[1]));
  const rows = (facts: readonly Fact[]): Fact[] =>
    facts
      .filter((_, row) => shown[row])
      .map(([label, value]) => [label, value ? value : <Placeholder>Not set</Placeholder>]);
  const side = (rights: Rights | null, facts: readonly Fact[]) =>
    rights === null ? <Placeholder>No rights recorded</Placeholder> : <Facts facts={rows(facts)} />;
  return <Sides before={side(before, beforeFacts)} after={side(after, afterFacts)} />;
}
