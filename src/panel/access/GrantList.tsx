'use client';
// The grants of a person or group: change or revoke each, or add another.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Ability, Scope } from '../../core/access/ladder.ts';
import type { Grant } from '../../core/access/schemas.ts';
import { resourceLabels, scopeLabels, scopes } from './access-words.ts';
import { AbilityBoxes, AccessPicker, givenOf, type GivenAccess, type Picked } from './AccessPicker.tsx';
import { wordsOf } from '../client/api.ts';
import { call } from '../client/operations.ts';
import { Ask } from '../ui/Ask.tsx';
import type { Grantable } from '../client/useGrantables.ts';

interface RowProps {
  /** The resource in a list of a person's grants; the holder in a list of a resource's grants. */
  title: string;
  note: string;
  scope: Scope;
  limits: readonly Ability[];
  /** Left out if the viewer can't change the grant, or it comes through a group. */
  onChange?: ((change: { scope: Scope; limits: Ability[] }) => Promise<void>) | undefined;
  onTake?: () => Promise<void>;
}

export function GrantRow({ title, note, scope, limits, onChange, onTake }: RowProps) {
  const [busy, setBusy] = useState(false);
  const change = async (to: { scope: Scope; limits: Ability[] }): Promise<void> => {
    setBusy(true);
    await onChange?.(to).catch((error: unknown) => toast.error(wordsOf(error)));
    setBusy(false);
  };
  return (
    <li className="mq-grant">
      <span className="mq-grant__on">
        <strong>{title}</strong> <span className="mq-muted">{note}</span>
      </span>
      {onChange && onTake ? (
        <span className="mq-row">
          <select
            className="mq-facet"
            aria-label={`Scope: ${title}`}
            value={scope}
            disabled={busy}
            onChange={(event) => {
              void change({ scope: event.target.value as Scope, limits: [] });
            }}
          >
            {scopes.map((one) => (
              <option key={one} value={one}>
                {scopeLabels[one]}
              </option>
            ))}
          </select>
          <Ask label="Revoke" confirm={`Revoke ${scope}: ${title}`} onConfirm={onTake} />
        </span>
      ) : (
        <span className="mq-badge mq-badge--note">{scopeLabels[scope]}</span>
      )}
      {scope === 'write' && (onChange ?? limits.length > 0) && (
        <AbilityBoxes
          label={`Abilities: ${title}`}
          limits={limits}
          disabled={!onChange || busy}
          onChange={(next) => {
            void change({ scope, limits: next });
          }}
        />
      )}
    </li>
  );
}

interface Props {
  /** Prefix for the ids of inputs. */
  id: string;
  holder: { user: string } | { group: string };
  name: string;
  grants: readonly Grant[];
  grantables: readonly Grantable[];
  /** Whether the viewer is an admin of the organization. */
  rules: boolean;
  onChanged: () => void;
}

export function GrantList({ id, holder, name, grants, grantables, rules, onChanged }: Props) {
  const [giving, setGiving] = useState<Picked | null>(null);
  const [busy, setBusy] = useState(false);
  const give = async (body: GivenAccess): Promise<void> => {
    await call('give_grant', { body: { ...holder, ...body } });
    onChanged();
  };
  const isOwn = (grant: Grant): boolean => ('user' in holder ? grant.user !== null : grant.group !== null);
  const mayChange = (grant: Grant): boolean => isOwn(grant) && (rules || grant.resource !== 'organization');

  return (
    <div className="mq-grants">
      {grants.length > 0 && (
        <ul aria-label={`What ${name} has access to`}>
          {grants.map((grant) => (
            <GrantRow
              key={grant.id}
              title={grant.label}
              note={`${resourceLabels[grant.resource]}${isOwn(grant) ? '' : `, through the group ${grant.group?.name ?? ''}`}`}
              scope={grant.scope}
              limits={grant.limits}
              {...(mayChange(grant)
                ? {
                    onChange: (change) =>
                      give({ resource: grant.resource, resourceId: grant.resourceId, ...change }),
                    onTake: async () => {
                      await call('take_grant', { grant: grant.id });
                      onChanged();
                    },
                  }
                : {})}
            />
          ))}
        </ul>
      )}
      {giving ? (
        <form
          className="mq-panel"
          aria-label={`Give ${name} access`}
          onSubmit={(event) => {
            event.preventDefault();
            const given = givenOf(giving);
            if (!given) return;
            setBusy(true);
            give(given)
              .then(
                () => {
                  setGiving(null);
                },
                (error: unknown) => toast.error(wordsOf(error)),
              )
              .finally(() => {
                setBusy(false);
              });
          }}
        >
          <AccessPicker id={id} grantables={grantables} picked={giving} onChange={setGiving} />
          <div className="mq-row">
            <button
              type="submit"
              className="mq-button mq-button--primary mq-button--small"
              disabled={busy || !giving.grantable}
            >
              Give access
            </button>
            <button
              type="button"
              className="mq-link"
              onClick={() => {
                setGiving(null);
              }}
            >
              Cancel
            </button>
          </div>
        </form>
      ) : (
        grantables.length > 0 && (
          <button
            type="button"
            className="mq-button mq-button--small"
            onClick={() => {
              setGiving({ grantable: grantables[0] ?? null, scope: 'read', limits: [] });
            }}
          >
            Give more access
          </button>
        )
      )}
    </div>
  );
}
