'use client';
// Gives a person or a group access to the resource of an access report.
import { useState } from 'react';
import type { Scope } from '../../core/access/ladder.ts';
import { ScopeSelect } from '../access/ScopeSelect.tsx';
import { call, type InputFor } from '../client/operations.ts';
import { useBusy } from '../client/useBusy.ts';
import { FacetSelect, type Choice } from '../ui/form/FacetSelect.tsx';
import { useWords } from '../words/useWords.ts';
import type { Translate } from '../words/words.tsx';

/** People and groups that can be given access, by "user {id}" and "group {id}". */
async function choicesOf(withGroups: boolean, t: Translate): Promise<Choice[]> {
  const [{ data: members }, groups] = await Promise.all([
    call('list_members'),
    withGroups ? call('list_groups') : null,
  ]);
  return [
    ...members.map(({ id, name, email }) => ({ value: `user ${id}`, label: `${name} (${email})` })),
    ...(groups?.data ?? []).map(({ id, name }) => ({
      value: `group ${id}`,
      label: t('accessReport:groupNamed', { name }),
    })),
  ];
}

/** A grant to a person or a group. */
export type DirectAccess = Pick<InputFor<'give_grant'>['body'], 'user' | 'group' | 'scope' | 'limits'>;

interface Props {
  withGroups: boolean;
  onGive: (access: DirectAccess) => Promise<void>;
}

export function GiveAccess({ withGroups, onGive }: Props) {
  const { t } = useWords();
  const [choices, setChoices] = useState<Choice[] | null>(null);
  const [holder, setHolder] = useState('');
  const [scope, setScope] = useState<Scope>('read');
  const [busy, during] = useBusy();

  const give = async (): Promise<void> => {
    const [kind, id] = holder.split(' ');
    await onGive({ ...(kind === 'user' ? { user: id } : { group: id }), scope });
    setChoices(null);
    setHolder('');
  };

  if (!choices)
    return (
      <button
        type="button"
        className="mq-button mq-button--small"
        disabled={busy}
        onClick={() =>
          void during(async () => {
            setChoices(await choicesOf(withGroups, t));
          })
        }
      >
        {t('accessReport:giveSomeone')}
      </button>
    );
  // Not a form: it's inside Payload's.
  return (
    <div className="mq-row" role="group" aria-label={t('accessReport:giveSomeone')}>
      <FacetSelect
        label={t('accessReport:who')}
        none={t('accessReport:who')}
        wide
        choices={choices}
        value={holder}
        onChange={setHolder}
      />
      <ScopeSelect className="mq-facet" label={t('access:scope')} scope={scope} onChange={setScope} />
      <button
        type="button"
        className="mq-button mq-button--primary mq-button--small"
        disabled={busy || holder === ''}
        onClick={() => void during(give)}
      >
        {t('access:giveAccess')}
      </button>
      <button type="button" className="mq-link" onClick={() => setChoices(null)}>
        {t('ui:cancel')}
      </button>
    </div>
  );
}
