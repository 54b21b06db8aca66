'use client';
// The portals or sites that Ctrl+K finds.
import { Matching } from '../shell/finder/Matching.tsx';
import { useWords } from '../words/useWords.ts';
import { recordKeys, type RecordNoun } from './record-words.ts';

interface Props {
  noun: RecordNoun;
  listedAt: `/${string}`;
  /** Null until loaded. */
  records: readonly { id: string; name: string }[] | null;
}

export function RecordsFound({ noun, listedAt, records }: Props) {
  const { t } = useWords();
  const among = records?.map(({ id, name }) => ({ id, label: name, path: `${listedAt}/${id}` as const }));
  return <Matching heading={t(recordKeys[noun].title)} among={among} />;
}
