'use client';
// Limits the activity to a kind of resource, and to one person or agent. The choice is in the address.
import { getTranslation } from '@payloadcms/translations';
import { useConfig, useTranslation } from '@payloadcms/ui';
import { useAddress } from '../client/useAddress.ts';
import { useMe } from '../client/me.tsx';
import { useOperation } from '../client/useOperation.ts';
import { useWords } from '../words/useWords.ts';
import { FacetSelect } from '../ui/form/FacetSelect.tsx';

export interface EventFilter {
  kind?: string;
  /** A person or a key. */
  by?: string;
}

const kinds = [
  { value: 'asset', label: 'events:filterAssets' },
  { value: 'collection', label: 'events:filterCollections' },
  { value: 'brand', label: 'events:filterBrands' },
  { value: 'portal', label: 'events:filterPortals' },
  { value: 'site', label: 'events:filterSites' },
  { value: 'field', label: 'events:filterFields' },
] as const;

/** The kinds of modules' records, by the labels of their collections. */
function useModuleKinds(): { value: string; label: string }[] {
  const { config } = useConfig();
  const { i18n } = useTranslation();
  return config.collections.flatMap(({ admin, labels }) => {
    const kind: unknown = admin.custom?.marqueKind;
    return typeof kind === 'string' ? [{ value: kind, label: getTranslation(labels.plural, i18n) }] : [];
  });
}

export function useEventFilter(): [EventFilter, (filter: EventFilter) => void] {
  const [parameters, goTo] = useAddress();
  const kind = parameters.get('kind');
  const by = parameters.get('by');
  return [
    { ...(kind === null ? {} : { kind }), ...(by === null ? {} : { by }) },
    (filter) => goTo({ kind: filter.kind ?? null, by: filter.by ?? null }, 'push'),
  ];
}

interface Props {
  filter: EventFilter;
  onChange: (filter: EventFilter) => void;
}

export function EventFilters({ filter, onChange }: Props) {
  const { t } = useWords();
  const moduleKinds = useModuleKinds();
  const me = useMe();
  const isAdmin = me?.scope === 'admin';
  const people = useOperation('list_members', isAdmin ? {} : null).data ?? [];
  const keys = useOperation('list_keys', isAdmin ? {} : null).data ?? [];
  const own = me ? [{ value: me.id, label: t('events:you') }] : [];
  const others = [...people, ...keys].filter(({ id }) => id !== me?.id);
  const without = (name: keyof EventFilter): EventFilter =>
    Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name));
  return (
    <div className="mq-tools">
      <FacetSelect
        label={t('events:about')}
        value={filter.kind ?? ''}
        choices={[...kinds.map(({ value, label }) => ({ value, label: t(label) })), ...moduleKinds]}
        none={t('events:aboutEverything')}
        onChange={(kind) => onChange({ ...without('kind'), ...(kind === '' ? {} : { kind }) })}
      />
      <FacetSelect
        label={t('events:by')}
        value={filter.by ?? ''}
        choices={[...own, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
        none={t('events:byEveryone')}
        onChange={(by) => onChange({ ...without('by'), ...(by === '' ? {} : { by }) })}
      />
    </div>
  );
}
