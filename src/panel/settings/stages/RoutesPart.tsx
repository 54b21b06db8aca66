'use client';
// The routes of the setting `review`: which proposals pass which stages. The first one that matches applies.
import { useId } from 'react';
import type { ProposerKind, Route, Stage } from '../../../proposals/stages/schemas.ts';
import type { PlainKey } from '../../../words/keys.ts';
import { withThumbnails } from '../../assets/pictured.ts';
import { useOperation } from '../../client/useOperation.ts';
import { useKinds } from '../../review/kind-names.tsx';
import { ChoicePart, TextPart } from '../../ui/form/inputs.tsx';
import { useWords } from '../../words/useWords.ts';
import type { OwnPartProps } from '../own-parts.ts';
import { Chips, EntryHead, OwnPart } from './entries.tsx';

const proposerWords = {
  agent: 'stages:byAgent',
  person: 'stages:byPerson',
  link: 'stages:byLink',
} as const satisfies Record<ProposerKind, PlainKey>;

type When = Route['when'];

/** A condition without its empty parts. */
const without = (when: When, name: keyof When): When =>
  Object.fromEntries(Object.entries(when).filter(([one]) => one !== name));

function Conditions({ when, onChange }: { when: When; onChange: (when: When) => void }) {
  const { t } = useWords();
  const id = useId();
  const { data } = useOperation('list_collections', withThumbnails);
  const set = (name: keyof When, value: string): void =>
    onChange(value === '' ? without(when, name) : { ...when, [name]: value });
  const withOwn = (options: { value: string; label: string }[], own: string | undefined) =>
    own === undefined || options.some(({ value }) => value === own)
      ? options
      : [...options, { value: own, label: own }];
  const kinds = useKinds().kinds.map(({ name: value, label }) => ({ value, label }));
  const proposers = Object.entries(proposerWords).map(([value, key]) => ({ value, label: t(key) }));
  const collections = (data ?? []).map(({ id: value, name }) => ({ value, label: name }));
  const choices = [
    { name: 'kind', label: 'review:kind', none: 'review:everything', options: kinds },
    { name: 'by', label: 'review:from', none: 'review:anyone', options: proposers },
    {
      name: 'collection',
      label: 'stages:collection',
      none: 'stages:anyCollection',
      options: collections,
    },
  ] as const;
  return (
    <>
      {choices.map(({ name, label, none, options }) => (
        <ChoicePart
          key={name}
          id={`${id}-${name}`}
          label={t(label)}
          none={t(none)}
          value={when[name] ?? ''}
          options={withOwn(options, when[name])}
          onChange={(value) => set(name, value)}
        />
      ))}
      <TextPart
        id={`${id}-tag`}
        label={t('stages:tag')}
        value={when.tag ?? ''}
        placeholder={t('stages:anyTag')}
        maxLength={100}
        onChange={(value) => set('tag', value)}
      />
    </>
  );
}

interface EntryProps {
  route: Route;
  at: number;
  total: number;
  stages: ReadonlyMap<string, string>;
  onChange: (route: Route) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function RouteEntry({ route, at, total, stages, onChange, onMove, onRemove }: EntryProps) {
  const { t } = useWords();
  const name = t('stages:routeNumber', { number: at + 1 });
  return (
    <li className="mq-entry">
      <EntryHead name={name} at={at} total={total} onMove={onMove} onRemove={onRemove}>
        <span className="mq-entry__title">{name}</span>
      </EntryHead>
      <div className="mq-pair">
        <Conditions when={route.when} onChange={(when) => onChange({ ...route, when })} />
        <Chips
          label={t('stages:passes')}
          chosen={route.stages}
          options={stages}
          missing={t('stages:unknown')}
          add={t('stages:chooseStage')}
          onChange={(chosen) => onChange({ ...route, stages: chosen })}
        />
      </div>
    </li>
  );
}

export function RoutesPart({ label, hint, problem, value, values, onChange }: OwnPartProps) {
  const { t } = useWords();
  const routes = (value ?? []) as Route[];
  const stages = new Map(((values.stages ?? []) as Stage[]).map(({ id, name }) => [id, name]));
  return (
    <OwnPart label={label} hint={hint} problem={problem} items={routes} onChange={onChange}>
      {(move, remove) =>
        routes.map((route, at) => (
          <RouteEntry
            key={at}
            route={route}
            at={at}
            total={routes.length}
            stages={stages}
            onChange={(next) => onChange(routes.map((one, index) => (index === at ? next : one)))}
            onMove={(to) => move(at, to)}
            onRemove={() => remove(at)}
          />
        ))
      }
      <div className="mq-row">
        <button
          type="button"
          className="mq-button mq-button--small"
          disabled={stages.size === 0}
          onClick={() => onChange([...routes, { when: {}, stages: [...stages.keys()] }])}
        >
          {t('stages:addRoute')}
        </button>
      </div>
    </OwnPart>
  );
}
