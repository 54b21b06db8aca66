'use client';
// Filters the library by a collection.
import { useOperation } from '../../client/useOperation.ts';
import { FacetSelect } from '../../ui/FacetSelect.tsx';

interface Props {
  /** The id of a collection. */
  chosen: string | null;
  onChange: (id: string | null) => void;
}

export function CollectionFilter({ chosen, onChange }: Props) {
  const { data } = useOperation('list_collections', {});
  if (!data || (data.length === 0 && chosen === null)) return null;
  const choices = data.map(({ id, name, count }) => ({ value: id, label: `${name} (${count})` }));
  const gone = chosen !== null && !data.some(({ id }) => id === chosen);
  return (
    <FacetSelect
      label="Collection"
      none="Any collection"
      value={chosen ?? ''}
      choices={gone ? [...choices, { value: chosen, label: 'A deleted collection' }] : choices}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  );
}
