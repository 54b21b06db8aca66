// Every kind of proposal: changes to an asset, whole assets, and what a brand says.
import { changeKinds } from './changes/index.ts';
import type { ChangeKind } from './changes/kind.ts';

type KindWords = Pick<ChangeKind, 'counted'> & { described: { after: string } };

export const proposalKinds = {
  asset: { counted: ['new asset', 'new assets'], described: { after: 'its details' } },
  ...changeKinds,
  rule: {
    counted: ['brand rule change', 'brand rule changes'],
    described: { after: '{set, remove}, with rules as they would be' },
  },
  page: { counted: ['brand page change', 'brand page changes'], described: { after: '{page}' } },
} as const satisfies Record<string, KindWords>;

export type ProposalKind = keyof typeof proposalKinds;
/** Marque's own: those of other modules are in module-kinds.ts. */
export const proposalKindNames = Object.keys(proposalKinds) as ProposalKind[];

/** "title, creator: the text. tags: …": what each kind has, for the API's documentation. */
export function describedKinds<Kind>(
  kinds: Readonly<Record<string, Kind>>,
  textOf: (kind: Kind) => string,
): string {
  const names = new Map<string, string[]>();
  for (const [name, kind] of Object.entries(kinds))
    names.set(textOf(kind), [...(names.get(textOf(kind)) ?? []), name]);
  return [...names].map(([text, alike]) => `${alike.join(', ')}: ${text}`).join('. ');
}
