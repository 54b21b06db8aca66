'use client';
// Inputs for a grant: the resource, the scope, and which abilities it excludes.
import type { Ability, Scope } from '../../core/access/ladder.ts';
import { abilities, abilityWords, resourceKeys, resources, scopeSentences } from './access-words.ts';
import type { InputFor } from '../client/operations.ts';
import { Frame } from '../ui/form/inputs.tsx';
import { ScopeSelect } from './ScopeSelect.tsx';
import type { Grantable } from '../client/useGrantables.ts';
import { useWords } from '../words/useWords.ts';

export interface Picked {
  grantable: Grantable | null;
  scope: Scope;
  limits: Ability[];
}

const keyOf = ({ resource, id }: Grantable): string => `${resource} ${id}`;

interface AbilitiesProps {
  limits: readonly Ability[];
  /** The group's accessible name. */
  label: string;
  disabled?: boolean;
  onChange: (limits: Ability[]) => void;
}

/** The abilities that come with write. Each can be switched off. */
export function AbilityBoxes({ limits, label, disabled = false, onChange }: AbilitiesProps) {
  const { t } = useWords();
  return (
    <div className="mq-abilities" role="group" aria-label={label}>
      <span className="mq-muted">{t('access:canAlso')}</span>
      {abilities.map((ability) => (
        <label key={ability}>
          <input
            type="checkbox"
            checked={!limits.includes(ability)}
            disabled={disabled}
            onChange={(event) =>
              onChange(event.target.checked ? limits.filter((one) => one !== ability) : [...limits, ability])
            }
          />
          {t(abilityWords[ability].label)}
        </label>
      ))}
    </div>
  );
}

interface Props {
  id: string;
  grantables: readonly Grantable[];
  picked: Picked;
  onChange: (picked: Picked) => void;
}

export function AccessPicker({ id, grantables, picked, onChange }: Props) {
  const { t } = useWords();
  const { grantable, scope, limits } = picked;
  return (
    <>
      <div className="mq-pair">
        <Frame id={`${id}-target`} label={t('access:accessTo')}>
          <select
            id={`${id}-target`}
            className="mq-input"
            value={grantable ? keyOf(grantable) : ''}
            onChange={(event) =>
              onChange({
                ...picked,
                grantable: grantables.find((one) => keyOf(one) === event.target.value) ?? null,
              })
            }
          >
            {resources.map((resource) => {
              const of = grantables.filter((one) => one.resource === resource);
              return (
                of.length > 0 && (
                  <optgroup key={resource} label={t(resourceKeys[resource])}>
                    {of.map((one) => (
                      <option key={one.id} value={keyOf(one)}>
                        {one.name}
                      </option>
                    ))}
                  </optgroup>
                )
              );
            })}
          </select>
        </Frame>
        <Frame id={`${id}-scope`} label={t('access:scope')} hint={t(scopeSentences[scope].allows)}>
          <ScopeSelect
            id={`${id}-scope`}
            className="mq-input"
            scope={scope}
            onChange={(next) => onChange({ ...picked, scope: next })}
          />
        </Frame>
      </div>
      {scope === 'write' && (
        <AbilityBoxes
          limits={limits}
          label={t('access:abilities')}
          onChange={(next) => onChange({ ...picked, limits: next })}
        />
      )}
    </>
  );
}

/** The resource and scope of a grant, as a request sends them. */
export type GivenAccess = Pick<
  InputFor<'give_grant'>['body'],
  'resource' | 'resourceId' | 'scope' | 'limits'
>;

/** The request body for a grant; null until a resource is picked. Only write has abilities to exclude. */
export function givenOf({ grantable, scope, limits }: Picked): GivenAccess | null {
  if (!grantable) return null;
  const { resource, id: resourceId } = grantable;
  return { resource, resourceId, scope, limits: scope === 'write' ? limits : [] };
}
