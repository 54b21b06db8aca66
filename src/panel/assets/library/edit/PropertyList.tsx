'use client';
// The properties chosen for a bulk edit, each with what it changes, and a choice of further ones.
import { useId } from 'react';
import { RemoveButton } from '../../../ui/RemoveButton.tsx';
import { partsOf } from './bulk-change.ts';
import type { PartProps, Property } from './properties.tsx';

interface PropertyProps extends PartProps {
  property: Property;
}

/** What a property does to the assets, before it is done. */
function effectOf({ property, change, assets }: PropertyProps): string | null {
  const part = partsOf(change).find(({ name }) => name === property.name);
  const cleared = property.cleared?.(change) ?? false;
  if (!part) return cleared ? 'Without a value, it’s cleared.' : null;
  const done = assets.filter(part.isDone).length;
  if (cleared) return `Without a value, it’s cleared on ${assets.length - done} of ${assets.length}.`;
  return done === 0
    ? `Changes all ${assets.length}.`
    : `${done} of ${assets.length} already ${done === 1 ? 'has' : 'have'} it.`;
}

function ChosenProperty(props: PropertyProps) {
  const { property, change, onChange } = props;
  const effect = effectOf(props);
  return (
    <li className="mq-bulk__part">
      <div>
        <property.Part {...props} />
        {effect && <p className="mq-hint">{effect}</p>}
      </div>
      <RemoveButton
        label={`Don’t change: ${property.label}`}
        onRemove={() => onChange(property.leave(change))}
      />
    </li>
  );
}

interface Props extends PartProps {
  properties: readonly Property[];
}

export function PropertyList({ properties, ...part }: Props) {
  const id = useId();
  const { change, onChange } = part;
  const chosen = properties.filter(({ isIn }) => isIn(change));
  const others = properties.filter(({ isIn }) => !isIn(change));
  const groups = [...new Set(others.map(({ group }) => group))];
  return (
    <>
      {chosen.length > 0 && (
        <ul className="mq-bulk" aria-label="Properties to change">
          {chosen.map((property) => (
            <ChosenProperty
              key={property.name}
              {...part}
              id={`${part.id}-${property.name}`}
              property={property}
            />
          ))}
        </ul>
      )}
      <div className="mq-field">
        <label htmlFor={id}>{chosen.length > 0 ? 'Change another property' : 'Change a property'}</label>
        <select
          id={id}
          className="mq-input"
          value=""
          disabled={part.readOnly}
          onChange={(event) => {
            const property = others.find(({ name }) => name === event.target.value);
            if (property) onChange(property.begin(change));
          }}
        >
          <option value="">Choose a property…</option>
          {groups.map((group) => (
            <optgroup key={group} label={group}>
              {others
                .filter((property) => property.group === group)
                .map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </div>
    </>
  );
}
