'use client';
// Limits the activity to a kind of resource, and to one person or agent. The choice is in the address.
import { useAddress } from '../client/useAddress.ts';
import { useMe } from '../client/me.tsx';
import { useOperation } from '../client/useOperation.ts';
import { FacetSelect } from '../ui/form/FacetSelect.tsx';

export interface EventFilter {
  kind?: string;
  /** A person or a key. */
  by?: string;
}

const kinds = [
  { value: 'asset', label: 'Assets' },
  { value: 'collection', label: 'Collections' },
  { value: 'brand', label: 'Brands' },
  { value: 'portal', label: 'Portals' },
  { value: 'site', label: 'Sites' },
  { value: 'field', label: 'Fields' },
] as const;

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
  const me = useMe();
  const isAdmin = me?.scope === 'admin';
  const people = useOperation('list_members', isAdmin ? {} : null).data ?? [];
  const keys = useOperation('list_keys', isAdmin ? {} : null).data ?? [];
  const own = me ? [{ value: me.id, label: 'You' }] : [];
  const others = [...people, ...keys].filter(({ id }) => id !== me?.id);
  const without = (name: keyof EventFilter): EventFilter =>
    Object.fromEntries(Object.entries(filter).filter(([key]) => key !== name));
  return (
    <div className="mq-tools">
      <FacetSelect
        label="About"
        value={filter.kind ?? ''}
        choices={kinds}
        none="About everything"
        onChange={(kind) => onChange({ ...without('kind'), ...(kind === '' ? {} : { kind }) })}
      />
      <FacetSelect
        label="By"
        value={filter.by ?? ''}
        choices={[...own, ...others.map(({ id, name }) => ({ value: id, label: name }))]}
        none="By everyone"
        onChange={(by) => onChange({ ...without('by'), ...(by === '' ? {} : { by }) })}
      />
    </div>
  );
}
