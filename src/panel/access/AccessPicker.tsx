'use client';
// Which access is given: to what, with which scope, and which abilities of it are left out.
import type { Ability, Scope } from '../../core/access/ladder.ts';
import {
  abilities,
  abilityLabels,
  resourceLabels,
  resources,
  scopeLabels,
  scopes,
  scopeWords,
} from './access-words.ts';
import { Frame } from '../ui/inputs.tsx';
import type { Grantable } from '../client/useThings.ts';

export interface Picked {
  grantable: Grantable | null;
  scope: Scope;
  limits: Ability[];
}

const keyOf = ({ resource, id }: Grantable): string => `${resource} ${id}`;

interface AbilitiesProps {
  limits: readonly Ability[];
  /** What it is about, for those who hear it. */
  label: string;
  disabled?: boolean;
  onChange: (limits: Ability[]) => void;
}

/** What write brings along, each of which can be switched off. */
export function AbilityBoxes({ limits, label, disabled = false, onChange }: AbilitiesProps) {
  return (
    <div className="mq-abilities" role="group" aria-label={label}>
      <span className="mq-muted">May also</span>
      {abilities.map((ability) => (
        <label key={ability}>
          <input
            type="checkbox"
            checked={!limits.includes(ability)}
            disabled={disabled}
            onChange={(event) => {
              onChange(event.target.checked ? limits.filter((one) => one !== ability) : [...limits, ability]);
            }}
          />
          {abilityLabels[ability]}
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
  const { grantable, scope, limits } = picked;
  return (
    <>
      <div className="mq-pair">
        <Frame id={`${id}-thing`} label="Access to">
          <select
            id={`${id}-thing`}
            className="mq-input"
            value={grantable ? keyOf(grantable) : ''}
            onChange={(event) => {
              onChange({
                ...picked,
                grantable: grantables.find((one) => keyOf(one) === event.target.value) ?? null,
              });
            }}
          >
            {resources.map((resource) => {
              const of = grantables.filter((one) => one.resource === resource);
              return (
                of.length > 0 && (
                  <optgroup key={resource} label={resourceLabels[resource]}>
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
        <Frame id={`${id}-scope`} label="Scope" hint={`May ${scopeWords[scope]}.`}>
          <select
            id={`${id}-scope`}
            className="mq-input"
            value={scope}
            onChange={(event) => {
              onChange({ ...picked, scope: event.target.value as Scope });
            }}
          >
            {scopes.map((one) => (
              <option key={one} value={one}>
                {scopeLabels[one]}
              </option>
            ))}
          </select>
        </Frame>
      </div>
      {scope === 'write' && (
        <AbilityBoxes
          limits={limits}
          label="What write brings along"
          onChange={(next) => {
            onChange({ ...picked, limits: next });
          }}
        />
      )}
    </>
  );
}

/** What goes with a call that gives it. Only write has abilities to leave out. */
export function givenOf({ grantable, scope, limits }: Picked): Record<string, unknown> {
  return {
    resource: grantable?.resource,
    resourceId: grantable?.id,
    scope,
    limits: scope === 'write' ? limits : [],
  };
}
