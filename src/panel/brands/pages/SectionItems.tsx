'use client';
// The entries of a section, with the fields that its template takes.
import { AssetPart } from '../../assets/AssetPicker.tsx';
import { ChoicePart, TextPart } from '../../ui/form/inputs.tsx';
import { RemoveButton } from '../../ui/RemoveButton.tsx';
import type { Template } from './page-draft.ts';
import { labelOfProperty } from './property-label.ts';

type Item = Record<string, string>;
type Takes = NonNullable<Template['items']>;

interface FieldProps {
  id: string;
  name: string;
  value: string | undefined;
  takes: Takes;
  onChange: (value: string | null) => void;
}

function ItemField({ id, name, value, takes, onChange }: FieldProps) {
  if (name === 'asset') return <AssetPart label="Picture or file" id={value ?? null} onChange={onChange} />;
  if (name === 'kind' && takes.kinds.length > 0)
    return (
      <ChoicePart
        id={id}
        label="Kind"
        none="Choose"
        required={takes.must.includes(name)}
        value={value ?? ''}
        options={takes.kinds.map((kind) => ({ value: kind, label: kind }))}
        onChange={onChange}
      />
    );
  return (
    <TextPart
      id={id}
      label={name === 'href' ? 'Link' : labelOfProperty(name)}
      type={name === 'body' ? 'lines' : 'text'}
      required={takes.must.includes(name)}
      value={value ?? ''}
      onChange={onChange}
    />
  );
}

interface ItemProps {
  id: string;
  item: Item;
  takes: Takes;
  onChange: (item: Item) => void;
  onRemove: () => void;
}

function ItemForm({ id, item, takes, onChange, onRemove }: ItemProps) {
  return (
    <li className="mq-item">
      {takes.may
        .filter((name) => name !== 'rendition')
        .map((name) => (
          <ItemField
            key={name}
            id={`${id}-${name}`}
            name={name}
            value={item[name]}
            takes={takes}
            onChange={(value) => {
              const { [name]: _, ...rest } = item;
              onChange(value ? { ...rest, [name]: value } : rest);
            }}
          />
        ))}
      <RemoveButton label="Remove this entry" onRemove={onRemove} />
    </li>
  );
}

interface Props {
  id: string;
  items: readonly Item[];
  takes: Takes;
  onChange: (items: Item[]) => void;
}

export function SectionItems({ id, items, takes, onChange }: Props) {
  return (
    <>
      <ul className="mq-items">
        {items.map((item, index) => (
          <ItemForm
            key={index}
            id={`${id}-item-${index}`}
            item={item}
            takes={takes}
            onChange={(next) => onChange(items.map((one, at) => (at === index ? next : one)))}
            onRemove={() => onChange(items.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <button type="button" className="mq-button mq-button--small" onClick={() => onChange([...items, {}])}>
        Add an entry
      </button>
    </>
  );
}
