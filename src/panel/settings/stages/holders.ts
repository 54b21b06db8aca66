// Who can be named in a stage: everyone who can approve, groups and people, each as one value of a list.
import type { Holder } from '../../../proposals/stages/schemas.ts';
import { useMe } from '../../client/me.tsx';
import { useOperation } from '../../client/useOperation.ts';
import { useWords } from '../../words/useWords.ts';

export const valueOf = (holder: Holder): string =>
  holder === 'approve' ? holder : 'person' in holder ? `person ${holder.person}` : `group ${holder.group}`;

export function holderOf(value: string): Holder {
  const [kind, id = ''] = value.split(' ');
  if (kind === 'person') return { person: id };
  return kind === 'group' ? { group: id } : 'approve';
}

/**
 * The names of all who can be chosen, by value. Admins of the organization know all its groups, those of a workspace the ones that have
 * access to it.
 */
export function useHolders(): ReadonlyMap<string, string> {
  const { t } = useWords();
  const me = useMe();
  const { answer: people } = useOperation('list_members', me ? {} : null);
  const members = people?.data ?? [];
  const all = useOperation('list_groups', me?.organizationScope === 'admin' ? {} : null).data;
  const groups = all ?? people?.groups ?? [];
  return new Map([
    ['approve', t('stages:everyone')],
    ...groups.map(({ id, name }): [string, string] => [`group ${id}`, t('stages:groupNamed', { name })]),
    ...members.map(({ id, name, email }): [string, string] => [`person ${id}`, name || email]),
  ]);
}
