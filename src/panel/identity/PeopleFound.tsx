'use client';
// The people that Ctrl+K finds.
import { useFound, useIsAsked } from '../shell/finder/finding.ts';
import { Matching } from '../shell/finder/Matching.tsx';
import { useWords } from '../words/useWords.ts';

export function PeopleFound() {
  const { t } = useWords();
  const people = useFound('list_members', useIsAsked('admin') ? {} : null);
  const among = people?.map(({ id, name, email }) => ({
    id,
    label: name,
    detail: email,
    path: `/collections/users?person=${id}` as const,
  }));
  return <Matching heading={t('identity:people')} among={among} />;
}
