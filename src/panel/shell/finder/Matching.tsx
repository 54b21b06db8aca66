'use client';
// Those entries of a list that have the words in their label or detail: for what a workspace has few of, such as brands.
import { matches, useFinding, type Found } from './finding.ts';

const shown = 5;

interface Props {
  heading: string;
  /** Undefined until loaded. */
  among: readonly Found[] | undefined;
}

export function Matching({ heading, among = [] }: Props) {
  const finding = useFinding();
  if (!finding) return null;
  const found = among.filter(({ label, detail }) => matches(`${label} ${detail ?? ''}`, finding.query));
  return finding.show(heading, found.slice(0, shown));
}
