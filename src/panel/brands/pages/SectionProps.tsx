'use client';
// The properties of a section's template, with inputs generated from their JSON Schema.
import type { PageEntry } from '../../../brands/pages/schemas.ts';
import { AssetPart } from '../../assets/AssetPicker.tsx';
import { CollectionPart } from '../../assets/collections/CollectionPart.tsx';
import { ChoicePart, TextPart, TickPart } from '../../ui/form/inputs.tsx';
import { useWords } from '../../words/useWords.ts';
import type { Section, Template } from './page-draft.ts';
import { labelOfOption, labelOfProperty } from './property-words.ts';

interface Schema {
  type?: string;
  enum?: string[];
  format?: string;
  description?: string;
  default?: unknown;
  items?: Schema;
  minimum?: number;
  maximum?: number;
}

/** The choice of no page at all. No page has this slug. */
const top = ':';

interface PropProps {
  id: string;
  pages: readonly PageEntry[];
  name: string;
  schema: Schema;
  value: unknown;
  onChange: (value: unknown) => void;
}

interface SeveralProps {
  legend: string;
  options: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A tick for each option. */
function SeveralPart({ legend, options, chosen, onChange }: SeveralProps) {
  const words = useWords();
  return (
    <fieldset className="mq-plain">
      <legend className="mq-label">{legend}</legend>
      <div className="mq-row">
        {options.map((one) => (
          <TickPart
            key={one}
            label={labelOfOption(one, words)}
            checked={chosen.includes(one)}
            onChange={(checked) =>
              onChange(checked ? [...chosen, one] : chosen.filter((other) => other !== one))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}

/** A text or a number. */
function PlainPart({ id, name, schema, value, onChange }: PropProps) {
  const words = useWords();
  const shown = value ?? schema.default;
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  return (
    <TextPart
      id={id}
      label={labelOfProperty(name, words)}
      type={isNumber ? 'number' : 'text'}
      hint={schema.description}
      value={typeof shown === 'string' || typeof shown === 'number' ? String(shown) : ''}
      onChange={(text) => onChange(text === '' ? undefined : isNumber ? Number(text) : text)}
    />
  );
}

/** The page whose subpages are shown. */
function UnderPart({ id, name, value, pages, onChange }: PropProps) {
  const words = useWords();
  return (
    <ChoicePart
      id={id}
      label={labelOfProperty(name, words)}
      none={words.t('pages:thisPage')}
      value={typeof value === 'string' ? value || top : ''}
      options={[
        { value: top, label: words.t('pages:topLevel') },
        ...pages.map(({ slug, title }) => ({ value: slug, label: title })),
      ]}
      onChange={(text) => onChange(text === '' ? undefined : text === top ? '' : text)}
    />
  );
}

function PropPart(props: PropProps) {
  const { id, name, schema, value, onChange } = props;
  const words = useWords();
  const label = labelOfProperty(name, words);
  const shown = value ?? schema.default;
  if (schema.format === 'uuid' && name === 'collection')
    return (
      <CollectionPart
        label={label}
        id={typeof value === 'string' ? value : null}
        hint={schema.description}
        onChange={(collection) => onChange(collection ?? undefined)}
      />
    );
  if (schema.format === 'uuid')
    return (
      <AssetPart
        label={label}
        id={typeof value === 'string' ? value : null}
        onChange={(asset) => onChange(asset ?? undefined)}
      />
    );
  if (name === 'under') return <UnderPart {...props} />;
  if (schema.type === 'boolean')
    return <TickPart label={label} checked={shown === true} onChange={onChange} />;
  if (schema.enum)
    return (
      <ChoicePart
        id={id}
        label={label}
        none={words.t('pages:default')}
        hint={schema.description}
        value={typeof value === 'string' ? value : ''}
        options={schema.enum.map((one) => ({ value: one, label: labelOfOption(one, words) }))}
        onChange={(text) => onChange(text || undefined)}
      />
    );
  if (schema.type === 'array' && schema.items?.enum)
    return (
      <SeveralPart
        legend={schema.description ?? label}
        options={schema.items.enum}
        chosen={Array.isArray(shown) ? (shown as string[]) : []}
        onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
      />
    );
  return <PlainPart {...props} />;
}

interface Props {
  id: string;
  /** Of the brand. */
  pages: readonly PageEntry[];
  template: Template;
  props: Section['props'];
  onChange: (props: Section['props']) => void;
}

export function SectionProps({ id, template, props, pages, onChange }: Props) {
  const { t } = useWords();
  const properties = Object.entries((template.props.properties ?? {}) as Record<string, Schema>);
  if (properties.length === 0) return null;
  return (
    <details className="mq-more-props">
      <summary>{t('properties:props')}</summary>
      <div className="mq-pair">
        {properties.map(([name, schema]) => (
          <PropPart
            key={name}
            id={`${id}-prop-${name}`}
            name={name}
            schema={schema}
            value={props[name]}
            pages={pages}
            onChange={(value) => {
              const { [name]: _, ...rest } = props;
              onChange(value === undefined ? rest : { ...rest, [name]: value });
            }}
          />
        ))}
      </div>
    </details>
  );
}
