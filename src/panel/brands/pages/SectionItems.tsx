'use client';
// The entries of a section, with the fields that its template takes.
import { useState } from 'react';
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import { AssetPart } from '../../assets/AssetPicker.tsx';
import { ChoicePart, TextPart } from '../../ui/form/inputs.tsx';
import { RemoveButton } from '../../ui/RemoveButton.tsx';
import { useWords } from '../../words/useWords.ts';
import type { Template } from './page-draft.ts';
import { labelOfOption, labelOfProperty } from './property-words.ts';

type Item = Record<string, string>;
type Takes = NonNullable<Template['items']>;

/** The choice of an address beside those of pages. No page has this slug. */
const elsewhere = ':';

interface FieldProps {
  id: string;
  pages: readonly PageEntry[];
  name: string;
  value: string | undefined;
  takes: Takes;
  onChange: (value: string | null) => void;
}

/** A page of the brand, or the address of something else. */
function LinkField({
  id,
  value,
  pages,
  onChange,
}: Pick<FieldProps, 'id' | 'pages' | 'onChange'> & { value: string }) {
  const { t } = useWords();
  const [isElsewhere, setElsewhere] = useState(/^(https?|mailto|tel):/i.test(value));
  const slug = value.replace(/^page:/, '');
  const isGone = !isElsewhere && slug !== '' && !pages.some((page) => page.slug === slug);
  return (
    <>
      <ChoicePart
        id={id}
        label={t('pages:linkTo')}
        none={t('pages:choose')}
        required
        value={isElsewhere ? elsewhere : slug}
        options={[
          ...pages.map(({ slug, title }) => ({ value: slug, label: title })),
          ...(isGone ? [{ value: slug, label: t('ui:missing', { name: slug }) }] : []),
          { value: elsewhere, label: t('pages:otherAddress') },
        ]}
        onChange={(next) => {
          setElsewhere(next === elsewhere);
          onChange(next === elsewhere ? null : next);
        }}
      />
      {isElsewhere && (
        <TextPart
          id={`${id}-address`}
          label={t('properties:slug')}
          required
          value={value}
          placeholder="https://example.com"
          maxLength={2000}
          onChange={onChange}
        />
      )}
    </>
  );
}

function ItemField({ id, name, value, takes, pages, onChange }: FieldProps) {
  const words = useWords();
  const { t } = words;
  if (name === 'asset')
    return <AssetPart label={t('pages:pictureOrFile')} id={value ?? null} onChange={onChange} />;
  if (name === 'kind' && takes.kinds.length > 0)
    return (
      <ChoicePart
        id={id}
        label={labelOfProperty(name, words)}
        none={t('pages:choose')}
        required={takes.must.includes(name)}
        value={value ?? ''}
        options={takes.kinds.map((kind) => ({ value: kind, label: labelOfOption(kind, words) }))}
        onChange={onChange}
      />
    );
  if (name === 'href') return <LinkField id={id} value={value ?? ''} pages={pages} onChange={onChange} />;
  return (
    <TextPart
      id={id}
      label={labelOfProperty(name, words)}
      type={name === 'body' ? 'lines' : 'text'}
      required={takes.must.includes(name)}
      {...(name === 'rendition' && { hint: words.t('pages:renditionHint'), placeholder: 'w_800,f_webp' })}
      value={value ?? ''}
      onChange={onChange}
    />
  );
}

interface ItemProps {
  id: string;
  pages: readonly PageEntry[];
  item: Item;
  takes: Takes;
  onChange: (item: Item) => void;
  onRemove: () => void;
}

function ItemForm({ id, item, takes, pages, onChange, onRemove }: ItemProps) {
  const { t } = useWords();
  return (
    <li className="mq-item">
      {takes.may.map((name) => (
        <ItemField
          key={name}
          id={`${id}-${name}`}
          name={name}
          value={item[name]}
          takes={takes}
          pages={pages}
          onChange={(value) => {
            const { [name]: _, ...rest } = item;
            onChange(value ? { ...rest, [name]: value } : rest);
          }}
        />
      ))}
      <RemoveButton label={t('pages:removeEntry')} onRemove={onRemove} />
    </li>
  );
}

interface Props {
  id: string;
  /** Of the brand, to link to. */
  pages: readonly PageEntry[];
  items: readonly Item[];
  takes: Takes;
  onChange: (items: Item[]) => void;
}

export function SectionItems({ id, items, takes, pages, onChange }: Props) {
  const { t } = useWords();
  return (
    <>
      <ul className="mq-items">
        {items.map((item, index) => (
          <ItemForm
            key={index}
            id={`${id}-item-${index}`}
            item={item}
            takes={takes}
            pages={pages}
            onChange={(next) => onChange(items.map((one, at) => (at === index ? next : one)))}
            onRemove={() => onChange(items.filter((_, at) => at !== index))}
          />
        ))}
      </ul>
      <button type="button" className="mq-button mq-button--small" onClick={() => onChange([...items, {}])}>
        {t('pages:addEntry')}
      </button>
    </>
  );
}
