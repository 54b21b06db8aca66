'use client';
// The properties chosen for a bulk edit, each with what it changes, and a choice of further ones.
import { useId } from 'react';
import { RemoveButton } from '../../../ui/RemoveButton.tsx';
import { partsOf } from './bulk-change.ts';
import type { PartProps, Property } from './properties.tsx';
import { useWords } from '../../../words/useWords.ts';
import type { Translate } from '../../../words/words.tsx';

interface PropertyProps extends PartProps {
  property: Property;
  isNew: boolean;
}

/** What a property does to the assets, before it is done. */
function effectOf({ property, change, assets }: PropertyProps, t: Translate): string | null {
  const part = partsOf(change).find(({ name }) => name === property.name);
  const cleared = property.cleared?.(change) ?? false;
  // Each asset has a text of its own.
  if (property.name === 'altTexts') return null;
  if (!part) return cleared ? t('bulk:clears') : null;
  const done = assets.filter(part.isDone).length;
  const total = assets.length;
  if (cleared) return t('bulk:clearsOn', { count: total - done, total });
  return done === 0 ? t('bulk:changesAll', { count: total }) : t('bulk:alreadyHave', { count: done, total });
}

function ChosenProperty(props: PropertyProps) {
  const { t } = useWords();
  const { property, change, onChange } = props;
  const effect = props.isNew ? null : effectOf(props, t);
  return (
    <li className="mq-bulk__part">
      <div>
        <property.Part {...props} />
        {effect && <p className="mq-hint">{effect}</p>}
      </div>
      <RemoveButton
        label={t(props.isNew ? 'uploads:removeDetail' : 'bulk:dontChange', { label: property.label(t) })}
        onRemove={() => onChange(property.leave(change))}
      />
    </li>
  );
}

interface Props extends PartProps {
  properties: readonly Property[];
  /** They are of assets that aren't there yet: nothing of them changes. */
  isNew?: boolean;
}

export function PropertyList({ properties, isNew = false, ...part }: Props) {
  const { t } = useWords();
  const id = useId();
  const { change, onChange } = part;
  const chosen = properties.filter(({ isIn }) => isIn(change));
  const others = properties.filter(({ isIn }) => !isIn(change));
  const groups = [...new Set(others.map(({ group }) => group))];
  return (
    <>
      {chosen.length > 0 && (
        <ul className="mq-bulk" aria-label={t('bulk:properties')}>
          {chosen.map((property) => (
            <ChosenProperty
              key={property.name}
              {...part}
              id={`${part.id}-${property.name}`}
              property={property}
              isNew={isNew}
            />
          ))}
        </ul>
      )}
      <div className="mq-field">
        <label htmlFor={id}>
          {t(isNew ? 'uploads:addDetail' : chosen.length > 0 ? 'bulk:changeAnother' : 'bulk:changeOne')}
        </label>
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
          <option value="">{t('bulk:chooseOne')}</option>
          {groups.map((group) => (
            <optgroup key={group} label={t(group)}>
              {others
                .filter((property) => property.group === group)
                .map(({ name, label }) => (
                  <option key={name} value={name}>
                    {label(t)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </div>
    </>
  );
}
