'use client';
// Chooses the events that a webhook gets.
import { useState } from 'react';
import { useOperation } from '../client/useOperation.ts';
import { Alert } from '../ui/Alert.tsx';
import { TickPart } from '../ui/form/inputs.tsx';
import { SearchBox } from '../ui/form/SearchBox.tsx';
import { useWords } from '../words/useWords.ts';
import {
  foundIn,
  groupsOf,
  hasWhole,
  wholeOf,
  withType,
  withWhole,
  type EventGroup,
} from './chosen-events.ts';

interface Choice {
  types: readonly string[];
  onChange: (types: string[]) => void;
}

interface GroupProps extends Choice {
  group: EventGroup;
  isOpen: boolean;
}

function Group({ group: { resource, types: all }, types, isOpen, onChange }: GroupProps) {
  const { t } = useWords();
  const isWhole = hasWhole(types, resource);
  const count = all.filter((type) => types.includes(type)).length;
  return (
    <details className="mq-events__group" open={isOpen}>
      <summary>
        <code>{resource}</code>
        {isWhole && <span className="mq-hint">{t('webhooks:allChosen')}</span>}
        {!isWhole && count > 0 && <span className="mq-hint">{t('webhooks:chosen', { count })}</span>}
      </summary>
      <TickPart
        label={t('webhooks:whole', { type: wholeOf(resource) })}
        checked={isWhole}
        onChange={(isOn) => onChange(withWhole(types, resource, isOn))}
      />
      <ul className="mq-events__types">
        {all.map((type) => (
          <li key={type}>
            <label className="mq-tick">
              <input
                type="checkbox"
                checked={isWhole || types.includes(type)}
                disabled={isWhole}
                onChange={(event) => onChange(withType(types, type, event.target.checked))}
              />
              <code>{type}</code>
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

function Groups({ types, onChange }: Choice) {
  const { t } = useWords();
  const [words, setWords] = useState('');
  const { data, problem } = useOperation('list_event_types', {});
  const groups = groupsOf(data?.map(({ type }) => type) ?? [], types);
  const found = foundIn(groups, words);
  return (
    <>
      <SearchBox label={t('webhooks:findEvent')} value={words} isPartOfForm onChange={setWords} />
      <Alert problem={problem} />
      {data && found.length === 0 && <p className="mq-hint">{t('webhooks:noSuchEvent')}</p>}
      <div className="mq-events__groups">
        {found.map((group) => (
          <Group
            key={group.resource}
            group={group}
            types={types}
            isOpen={words.trim() !== ''}
            onChange={onChange}
          />
        ))}
      </div>
    </>
  );
}

interface Props extends Choice {
  id: string;
  problem: string | null | undefined;
}

export function EventsPart({ id, types, problem, onChange }: Props) {
  const { t } = useWords();
  const isAll = types.includes('*');
  const choose = (isEvery: boolean): void => onChange(isEvery ? ['*'] : []);
  return (
    <fieldset className="mq-fieldset mq-events" aria-describedby={problem ? `${id}-problem` : undefined}>
      <legend>{t('webhooks:types')}</legend>
      <label className="mq-tick">
        <input type="radio" name={id} checked={isAll} onChange={() => choose(true)} />
        {t('webhooks:allEvents')}
      </label>
      <label className="mq-tick">
        <input type="radio" name={id} checked={!isAll} onChange={() => choose(false)} />
        {t('webhooks:someEvents')}
      </label>
      {!isAll && <Groups types={types} onChange={onChange} />}
      {problem && (
        <p className="mq-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
