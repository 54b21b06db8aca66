'use client';
// Gives a person or a group access to the resource of an access report.
import { useState } from 'react';
import type { Scope } from '../../core/access/ladder.ts';
import { ScopeSelect } from '../access/ScopeSelect.tsx';
import { call, type InputFor } from '../client/operations.ts';
import { useBusy } from '../client/useBusy.ts';
import { FacetSelect, type Choice } from '../ui/form/FacetSelect.tsx';

/** People and groups that can be given access, by "user {id}" and "group {id}". */
async function choicesOf(withGroups: boolean): Promise<Choice[]> {
  const [{ data: members }, groups] = await Promise.all([
    call('list_members'),
    withGroups ? call('list_groups') : null,
  ]);
  return [
    ...members.map(({ id, name, email }) => ({ value: `user ${id}`, label: `${name} (${email})` })),
    ...(groups?.data ?? []).map(({ id, name }) => ({ value: `group ${id}`, label: `Group ${name}` })),
  ];
}

/** A grant to a person or a group. */
export type DirectAccess = Pick<InputFor<'give_grant'>['body'], 'user' | 'group' | 'scope' | 'limits'>;

interface Props {
  withGroups: boolean;
  onGive: (access: DirectAccess) => Promise<void>;
}

export function GiveAccess({ withGroups, onGive }: Props) {
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
            setChoices(await choicesOf(withGroups));
          })
        }
      >
        Give someone access
      </button>
    );
  // Not a form: it's inside Payload's.
  return (
    <div className="mq-row" role="group" aria-label="Give someone access">
      <FacetSelect label="Who" none="Who" wide choices={choices} value={holder} onChange={setHolder} />
      <ScopeSelect className="mq-facet" label="Scope" scope={scope} onChange={setScope} />
      <button
        type="button"
        className="mq-button mq-button--primary mq-button--small"
        disabled={busy || holder === ''}
        onClick={() => void during(give)}
      >
        Give access
      </button>
      <button type="button" className="mq-link" onClick={() => setChoices(null)}>
        Cancel
      </button>
    </div>
  );
}
