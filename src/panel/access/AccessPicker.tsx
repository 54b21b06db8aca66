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
import type { Thing } from '../client/useThings.ts';

export interface Picked {
  thing: Thing | null;
  scope: Scope;
  limits: Ability[];
}

const keyOf = ({ resource, id }: Thing): string => `${resource} ${id}`;

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
  things: readonly Thing[];
  picked: Picked;
  onChange: (picked: Picked) => void;
}

export function AccessPicker({ id, things, picked, onChange }: Props) {
  const { thing, scope, limits } = picked;
  return (
    <>
      <div className="mq-pair">
        <Frame id={`${id}-thing`} label="Access to">
          <select
            id={`${id}-thing`}
            className="mq-input"
            value={thing ? keyOf(thing) : ''}
            onChange={(event) => {
              onChange({ ...picked, thing: things.find((one) => keyOf(one) === event.target.value) ?? null });
            }}
          >
            {resources.map((resource) => {
              const of = things.filter((one) => one.resource === resource);
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
export function givenOf({ thing, scope, limits }: Picked): Record<string, unknown> {
  return {
    resource: thing?.resource,
    resourceId: thing?.id,
    scope,
    limits: scope === 'write' ? limits : [],
  };
}
