'use client';
// The grants of a person or group: change or revoke each, or add another.
import { useState } from 'react';
import type { Grant } from '../../core/access/schemas.ts';
import { call } from '../client/operations.ts';
import { useBusy } from '../client/useBusy.ts';
import type { Grantable } from '../client/useGrantables.ts';
import { FormFoot } from '../ui/form/FormFoot.tsx';
import { resourceLabel } from './access-words.ts';
import { AccessPicker, givenOf, type GivenAccess, type Picked } from './AccessPicker.tsx';
import { GrantRow } from './GrantRow.tsx';
import { takeGrant } from './take-grant.ts';
import { Form } from '../ui/form/Form.tsx';
import { useWords } from '../words/useWords.ts';
import './access.css';

interface GiveProps {
  /** Prefix for the ids of inputs. */
  id: string;
  /** Whom the access is for. */
  name: string;
  grantables: readonly Grantable[];
  onGive: (access: GivenAccess) => Promise<void>;
}

function GiveMore({ id, name, grantables, onGive }: GiveProps) {
  const { t } = useWords();
  const [giving, setGiving] = useState<Picked | null>(null);
  const [busy, during] = useBusy();
  if (!giving)
    return (
      grantables.length > 0 && (
        <button
          type="button"
          className="mq-button mq-button--small"
          onClick={() => setGiving({ grantable: grantables[0] ?? null, scope: 'read', limits: [] })}
        >
          {t('access:giveMore')}
        </button>
      )
    );
  return (
    <Form
      className="mq-panel"
      aria-label={t('access:giveTo', { name })}
      onSubmit={() => {
        const given = givenOf(giving);
        if (!given) return;
        void during(async () => {
          await onGive(given);
          setGiving(null);
        });
      }}
    >
      <AccessPicker id={id} grantables={grantables} picked={giving} onChange={setGiving} />
      <FormFoot
        action={t('access:giveAccess')}
        disabled={busy || !giving.grantable}
        onCancel={() => setGiving(null)}
      />
    </Form>
  );
}

interface Props extends Omit<GiveProps, 'onGive'> {
  holder: { user: string } | { group: string };
  grants: readonly Grant[];
  /** Whether the viewer is an admin of the organization. */
  rules: boolean;
  onChanged: () => void;
}

export function GrantList({ id, holder, name, grants, grantables, rules, onChanged }: Props) {
  const { t } = useWords();
  const give = async (access: GivenAccess): Promise<void> => {
    await call('give_grant', { body: { ...holder, ...access } });
    onChanged();
  };
  const isOwn = (grant: Grant): boolean => ('user' in holder ? grant.user !== null : grant.group !== null);
  const mayChange = (grant: Grant): boolean => isOwn(grant) && (rules || grant.resource !== 'organization');

  const noteOf = (grant: Grant): string => {
    const kind = resourceLabel(grant.resource, t);
    return isOwn(grant) ? kind : t('access:throughGroup', { kind, group: grant.group?.name ?? '' });
  };

  return (
    <div className="mq-grants">
      {grants.length > 0 && (
        <ul aria-label={t('access:grantsOf', { name })}>
          {grants.map((grant) => (
            <GrantRow
              key={grant.id}
              title={grant.label}
              note={noteOf(grant)}
              scope={grant.scope}
              limits={grant.limits}
              {...(mayChange(grant)
                ? {
                    onChange: (change) =>
                      give({ resource: grant.resource, resourceId: grant.resourceId, ...change }),
                    onTake: () => {
                      const { resource, resourceId, scope, limits, label } = grant;
                      const given = { ...holder, resource, resourceId, scope, limits };
                      return takeGrant(grant.id, given, t('access:revoked', { title: label }), onChanged);
                    },
                  }
                : {})}
            />
          ))}
        </ul>
      )}
      <GiveMore id={id} name={name} grantables={grantables} onGive={give} />
    </div>
  );
}
