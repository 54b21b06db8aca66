'use client';
// The form of one section: text, rules, items, and its template's properties, generated from their JSON Schema.
import type { Rule } from '../../../brands/schemas.ts';
import { AssetPart } from '../../assets/AssetPicker.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { ChoicePart, TextPart } from '../../ui/inputs.tsx';
import type { Section, Template } from './PageForm.tsx';
import { RulesPart } from '../rules/RulePicker.tsx';

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

const titled = (name: string): string =>
  name.charAt(0).toUpperCase() +
  name
    .slice(1)
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();

interface PropProps {
  id: string;
  name: string;
  schema: Schema;
  value: unknown;
  onChange: (value: unknown) => void;
}

function PropPart({ id, name, schema, value, onChange }: PropProps) {
  const label = titled(name);
  const shown = value ?? schema.default;
  if (schema.format === 'uuid' && name !== 'collection')
    return (
      <AssetPart
        label={label}
        id={typeof value === 'string' ? value : null}
        onChange={(asset) => {
          onChange(asset ?? undefined);
        }}
      />
    );
  if (schema.type === 'boolean')
    return (
      <label className="mq-tick">
        <input
          type="checkbox"
          checked={shown === true}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        {label}
      </label>
    );
  if (schema.enum)
    return (
      <ChoicePart
        id={id}
        label={label}
        none="Default"
        hint={schema.description}
        value={typeof value === 'string' ? value : ''}
        options={schema.enum.map((one) => ({ value: one, label: titled(one) }))}
        onChange={(text) => {
          onChange(text || undefined);
        }}
      />
    );
  if (schema.type === 'array' && schema.items?.enum) {
    const chosen = Array.isArray(shown) ? (shown as string[]) : [];
    return (
      <fieldset className="mq-plain">
        <legend className="mq-label">{schema.description ?? label}</legend>
        <div className="mq-row">
          {schema.items.enum.map((one) => (
            <label key={one} className="mq-tick">
              <input
                type="checkbox"
                checked={chosen.includes(one)}
                onChange={(event) => {
                  const next = event.target.checked
                    ? [...chosen, one]
                    : chosen.filter((other) => other !== one);
                  onChange(next.length > 0 ? next : undefined);
                }}
              />
              {one}
            </label>
          ))}
        </div>
      </fieldset>
    );
  }
  const isNumber = schema.type === 'number' || schema.type === 'integer';
  return (
    <TextPart
      id={id}
      label={label}
      type={isNumber ? 'number' : 'text'}
      hint={schema.description}
      value={typeof shown === 'string' || typeof shown === 'number' ? String(shown) : ''}
      onChange={(text) => {
        onChange(text === '' ? undefined : isNumber ? Number(text) : text);
      }}
    />
  );
}

type Item = Record<string, string>;

function ItemForm({
  id,
  item,
  template,
  onChange,
  onRemove,
}: {
  id: string;
  item: Item;
  template: Template;
  onChange: (item: Item) => void;
  onRemove: () => void;
}) {
  const takes = template.items;
  if (!takes) return null;
  const set = (name: string, value: string | null): void => {
    const { [name]: _, ...rest } = item;
    onChange(value ? { ...rest, [name]: value } : rest);
  };
  return (
    <li className="mq-item">
      {takes.may
        .filter((name) => name !== 'rendition')
        .map((name) =>
          name === 'asset' ? (
            <AssetPart
              key={name}
              label="Picture or file"
              id={item.asset ?? null}
              onChange={(asset) => {
                set('asset', asset);
              }}
            />
          ) : name === 'kind' && takes.kinds.length > 0 ? (
            <ChoicePart
              key={name}
              id={`${id}-${name}`}
              label="Kind"
              none="Choose"
              required={takes.must.includes(name)}
              value={item.kind ?? ''}
              options={takes.kinds.map((kind) => ({ value: kind, label: kind }))}
              onChange={(kind) => {
                set('kind', kind);
              }}
            />
          ) : (
            <TextPart
              key={name}
              id={`${id}-${name}`}
              label={name === 'href' ? 'Link' : titled(name)}
              type={name === 'body' ? 'lines' : 'text'}
              required={takes.must.includes(name)}
              value={item[name] ?? ''}
              onChange={(text) => {
                set(name, text);
              }}
            />
          ),
        )}
      <button type="button" className="mq-icon-button" aria-label="Remove this entry" onClick={onRemove}>
        <CloseIcon />
      </button>
    </li>
  );
}

interface Props {
  id: string;
  section: Section;
  /** Null if the template no longer exists: only the text can be edited then. */
  template: Template | null;
  rules: readonly Rule[];
  onChange: (section: Section) => void;
}

export function SectionForm({ id, section, template, rules, onChange }: Props) {
  const change = (part: Partial<Section>): void => {
    onChange({ ...section, ...part });
  };
  const properties = Object.entries((template?.props.properties ?? {}) as Record<string, Schema>);
  const items = section.items ?? [];
  const takes = template?.keys;
  return (
    <div className="mq-form">
      <TextPart
        id={`${id}-title`}
        label="Heading"
        value={section.title ?? ''}
        maxLength={300}
        onChange={(title) => {
          change({ title: title || null });
        }}
      />
      <TextPart
        id={`${id}-body`}
        label="Body, in Markdown"
        type="lines"
        value={section.body ?? ''}
        maxLength={50_000}
        onChange={(body) => {
          change({ body: body || null });
        }}
      />
      {takes && (
        <RulesPart
          id={`${id}-keys`}
          label="Rules to show"
          keys={section.keys}
          rules={rules.filter(
            (rule) => takes.types.includes(rule.type) && (!takes.files || rule.assets.length > 0),
          )}
          onChange={(keys) => {
            change({ keys });
          }}
        />
      )}
      {template?.items && (
        <>
          <ul className="mq-items">
            {items.map((item, index) => (
              <ItemForm
                key={index}
                id={`${id}-item-${index}`}
                item={item}
                template={template}
                onChange={(next) => {
                  change({ items: items.map((one, at) => (at === index ? next : one)) });
                }}
                onRemove={() => {
                  change({ items: items.filter((_, at) => at !== index) });
                }}
              />
            ))}
          </ul>
          <button
            type="button"
            className="mq-button mq-button--small"
            onClick={() => {
              change({ items: [...items, {}] });
            }}
          >
            Add an entry
          </button>
        </>
      )}
      {properties.length > 0 && (
        <details className="mq-more-props">
          <summary>Display options</summary>
          <div className="mq-pair">
            {properties.map(([name, schema]) => (
              <PropPart
                key={name}
                id={`${id}-prop-${name}`}
                name={name}
                schema={schema}
                value={section.props[name]}
                onChange={(value) => {
                  const { [name]: _, ...rest } = section.props;
                  change({ props: value === undefined ? rest : { ...rest, [name]: value } });
                }}
              />
            ))}
          </div>
        </details>
      )}
      <label className="mq-tick">
        <input
          type="checkbox"
          checked={section.hidden}
          onChange={(event) => {
            change({ hidden: event.target.checked });
          }}
        />
        Hidden from readers
      </label>
    </div>
  );
}
