'use client';
// The form of one rule: its value and specs by type, usage, and files.
import { toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { Rule, RuleType } from '../../../brands/schemas.ts';
import type { Issue } from '../../../core/errors.ts';
import { call, CallFailed, wordsOf } from '../../client/api.ts';
import { AssetPicker } from '../../assets/AssetPicker.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { ChoicePart, Frame, TextPart } from '../../ui/inputs.tsx';
import { GradientPart, type Gradient } from './GradientPart.tsx';
import { RulePart } from './RulePicker.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import { PartAccess } from '../../access-report/WhoCanReach.tsx';

const typeLabels: Record<RuleType, string> = {
  color: 'Colour',
  text: 'Text',
  number: 'Number',
  list: 'List',
  font: 'Typeface',
};

export interface Draft {
  key: string;
  label: string;
  context: string;
  type: RuleType;
  /** As typed. A font's family, size and weight are in `font`. */
  value: string;
  font: { family: string; size: string; weight: string };
  spec: Record<string, unknown>;
  usage: string;
  assets: Rule['assets'];
}

/** The part of a rule that the form edits. */
export type Filled = Pick<Rule, 'key' | 'label' | 'context' | 'type' | 'value' | 'spec' | 'usage' | 'assets'>;

export function draftOf(rule: Filled | null, context: string | null): Draft {
  const value = rule?.value ?? '';
  const font =
    typeof value === 'object' && !Array.isArray(value)
      ? (value as { family: string; size?: number | string; weight?: number })
      : null;
  return {
    key: rule?.key ?? '',
    label: rule?.label ?? '',
    context: rule ? (rule.context ?? '') : (context ?? ''),
    type: rule?.type ?? 'color',
    value: Array.isArray(value) ? value.join('\n') : typeof value === 'object' ? '' : String(value),
    font: {
      family: font?.family ?? '',
      size: font?.size === undefined ? '' : String(font.size),
      weight: font?.weight === undefined ? '' : String(font.weight),
    },
    spec: rule?.spec ?? {},
    usage: rule?.usage ?? '',
    assets: rule?.assets ?? [],
  };
}

const numeric = (text: string): number | string =>
  text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text.trim();

/** The value as the API expects it. Invalid input is sent as typed, so the server explains what's wrong. */
export function valueOf(draft: Draft, before: Pick<Rule, 'value'> | null): unknown {
  const { type, value, font } = draft;
  if (type === 'number') return numeric(value);
  if (type === 'list') {
    const numbers = Array.isArray(before?.value) && before.value.some((one) => typeof one === 'number');
    return value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => (numbers ? numeric(line) : line));
  }
  if (type === 'font')
    return {
      family: font.family,
      ...(font.size.trim() ? { size: numeric(font.size) } : {}),
      ...(font.weight.trim() ? { weight: numeric(font.weight) } : {}),
    };
  return value;
}

interface SpecField {
  name: string;
  label: string;
  kind: 'text' | 'number' | 'numbers' | 'words' | 'yes' | 'case';
  hint?: string;
}

const specFields: Record<RuleType, readonly SpecField[]> = {
  color: [
    { name: 'group', label: 'Group', kind: 'text', hint: 'Colours in a group are shown together' },
    { name: 'cmyk', label: 'CMYK', kind: 'numbers', hint: 'Four percentages: 100, 60, 0, 20' },
    { name: 'pantone', label: 'Pantone', kind: 'text' },
    { name: 'ral', label: 'RAL', kind: 'text' },
    { name: 'tints', label: 'Tints', kind: 'words', hint: 'Percentages or colours: 80, 60, #eef2ff' },
  ],
  number: [
    { name: 'unit', label: 'Unit', kind: 'text', hint: 'px, mm, ×' },
    { name: 'of', label: 'Of what', kind: 'text', hint: 'the x-height' },
  ],
  font: [
    { name: 'role', label: 'Role', kind: 'text' },
    { name: 'lineHeight', label: 'Line height', kind: 'number' },
    { name: 'tracking', label: 'Tracking', kind: 'number' },
    { name: 'case', label: 'Case', kind: 'case' },
    { name: 'fallback', label: 'Fallbacks', kind: 'words', hint: 'Arial, sans-serif' },
    { name: 'source', label: 'Where to get it', kind: 'text' },
    { name: 'license', label: 'License', kind: 'text' },
  ],
  text: [
    { name: 'copy', label: 'Approved copy, used word for word', kind: 'yes' },
    { name: 'max', label: 'Maximum length, in characters', kind: 'number' },
  ],
  list: [],
};

function typedOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function specValueOf(kind: SpecField['kind'], typed: string): unknown {
  if (typed.trim() === '') return undefined;
  if (kind === 'number') return numeric(typed);
  if (kind === 'numbers' || kind === 'words')
    return typed
      .split(',')
      .map((part) => numeric(part))
      .filter((part) => part !== '');
  return typed;
}

function SpecPart({
  field,
  value,
  onChange,
  problem,
}: {
  field: SpecField;
  value: unknown;
  onChange: (value: unknown) => void;
  problem: string | null;
}) {
  const [typed, setTyped] = useState(typedOf(value));
  const id = `mq-rule-spec-${field.name}`;
  if (field.kind === 'yes')
    return (
      <label className="mq-tick">
        <input
          type="checkbox"
          checked={value === true}
          onChange={(event) => {
            onChange(event.target.checked ? true : undefined);
          }}
        />
        {field.label}
      </label>
    );
  if (field.kind === 'case')
    return (
      <ChoicePart
        id={id}
        label={field.label}
        none="As written"
        value={typedOf(value)}
        options={['upper', 'lower', 'title'].map((one) => ({ value: one, label: one }))}
        onChange={(text) => {
          onChange(text || undefined);
        }}
        problem={problem}
      />
    );
  return (
    <TextPart
      id={id}
      label={field.label}
      value={typed}
      hint={field.hint}
      problem={problem}
      onChange={(text) => {
        setTyped(text);
        onChange(specValueOf(field.kind, text));
      }}
    />
  );
}

export function RuleValuePart({
  id = 'mq-rule-value',
  draft,
  onChange,
  problem,
}: {
  id?: string;
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  problem: string | null;
}) {
  const set = (value: string): void => {
    onChange({ value });
  };
  switch (draft.type) {
    case 'color':
      return (
        <Frame id={id} label="Colour" required problem={problem}>
          <span className="mq-color">
            <input
              type="color"
              aria-label="Pick a colour"
              value={/^#[0-9a-f]{6}/i.test(draft.value) ? draft.value.slice(0, 7).toLowerCase() : '#000000'}
              onChange={(event) => {
                set(event.target.value);
              }}
            />
            <input
              id={id}
              className="mq-input"
              value={draft.value}
              placeholder="#2f55d4"
              spellCheck={false}
              onChange={(event) => {
                set(event.target.value.trim());
              }}
            />
          </span>
        </Frame>
      );
    case 'font': {
      const part = (name: keyof Draft['font'], label: string, required = false) => (
        <TextPart
          id={name === 'family' ? id : `${id}-${name}`}
          label={label}
          required={required}
          value={draft.font[name]}
          problem={name === 'family' ? problem : null}
          onChange={(text) => {
            onChange({ font: { ...draft.font, [name]: text } });
          }}
        />
      );
      return (
        <div className="mq-pair">
          {part('family', 'Family', true)}
          {part('size', 'Size')}
          {part('weight', 'Weight')}
        </div>
      );
    }
    default:
      return (
        <TextPart
          id={id}
          label={draft.type === 'list' ? 'Entries, one per line' : draft.type === 'text' ? 'Text' : 'Number'}
          type={draft.type === 'number' ? 'number' : 'lines'}
          required
          value={draft.value}
          problem={problem}
          onChange={set}
        />
      );
  }
}

interface Props {
  brand: string;
  /** Null: a new rule. */
  rule: Rule | null;
  /** The context of a new rule. */
  context: string | null;
  /** All rules of the brand. */
  rules: readonly Rule[];
  contexts: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

/** Makes the server refuse the change if someone else changed the rule while the form was open. */
const expected = ({ updatedAt }: Pick<Rule, 'updatedAt'>): string =>
  `expected=${encodeURIComponent(updatedAt)}`;

export function RuleForm({ brand, rule, context, rules, contexts, onDone, onClose }: Props) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(rule, context));
  const [issues, setIssues] = useState<Issue[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [picking, setPicking] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const change = (part: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...part }));
  };
  const problemAt = (path: string): string | null =>
    issues.find(
      (issue) =>
        issue.path === path || issue.path.startsWith(`${path}.`) || issue.path.startsWith(`${path}[`),
    )?.message ?? null;
  const act = async (work: () => Promise<unknown>, words: string): Promise<void> => {
    setBusy(true);
    setProblem(null);
    setIssues([]);
    try {
      await work();
      toast.success(words);
      onDone();
    } catch (error) {
      setProblem(wordsOf(error));
      if (error instanceof CallFailed) setIssues(error.issues);
      setBusy(false);
    }
  };
  const save = (): Promise<void> => {
    const { key, label, context: where, type, usage, assets } = draft;
    const spec = Object.fromEntries(Object.entries(draft.spec).filter(([, value]) => value !== undefined));
    const body = {
      key: key.trim(),
      ...(label.trim() ? { label: label.trim() } : {}),
      context: where.trim() || null,
      type,
      value: valueOf(draft, rule),
      spec,
      usage: usage.trim() || null,
      assets: assets.map(({ id, rendition }) => ({ id, rendition })),
    };
    return act(
      () =>
        rule
          ? call('PATCH', `/api/v1/brand/rules/${rule.id}?${expected(rule)}`, { body })
          : call('POST', `/api/v1/brand/rules?brand=${encodeURIComponent(brand)}`, { body }),
      rule ? 'Rule saved.' : 'Rule created.',
    );
  };
  return (
    <Sheet title={rule ? rule.label : 'New rule'} onClose={onClose}>
      <form
        className="mq-form"
        onSubmit={(event) => {
          event.preventDefault();
          // The asset picker is rendered inside this form, and React bubbles its submit events.
          if (event.target === event.currentTarget) void save();
        }}
      >
        <div className="mq-pair">
          <TextPart
            id="mq-rule-key"
            label="Key"
            required
            value={draft.key}
            placeholder="color.primary"
            maxLength={120}
            problem={problemAt('key')}
            onChange={(key) => {
              change({ key });
            }}
          />
          <TextPart
            id="mq-rule-label"
            label="Label"
            value={draft.label}
            placeholder="Generated from the key"
            maxLength={200}
            problem={problemAt('label')}
            onChange={(label) => {
              change({ label });
            }}
          />
        </div>
        <div className="mq-pair">
          <ChoicePart
            id="mq-rule-type"
            label="Type"
            none="Choose"
            readOnly={rule !== null}
            value={draft.type}
            options={Object.entries(typeLabels).map(([value, label]) => ({ value, label }))}
            problem={problemAt('type')}
            onChange={(type) => {
              if (type) change({ type: type as RuleType, spec: {}, value: '' });
            }}
          />
          <Frame id="mq-rule-context" label="Context" problem={problemAt('context')}>
            <input
              id="mq-rule-context"
              className="mq-input"
              list="mq-rule-contexts"
              placeholder="Everywhere"
              value={draft.context}
              onChange={(event) => {
                change({ context: event.target.value });
              }}
            />
            <datalist id="mq-rule-contexts">
              {contexts.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </Frame>
        </div>
        <RuleValuePart
          key={`value ${draft.type}`}
          draft={draft}
          onChange={change}
          problem={problemAt('value')}
        />
        {draft.type === 'color' && (
          <RulePart
            id="mq-rule-pair"
            label="Goes with"
            none="No other colour"
            rules={rules.filter((one) => one.type === 'color' && one.key !== draft.key)}
            value={typeof draft.spec.pair === 'string' ? draft.spec.pair : null}
            problem={problemAt('spec.pair')}
            onChange={(pair) => {
              change({ spec: { ...draft.spec, pair: pair ?? undefined } });
            }}
          />
        )}
        {draft.type === 'color' && (
          <GradientPart
            gradient={(draft.spec.gradient as Gradient | undefined) ?? null}
            color={draft.value}
            colors={rules.filter((one) => one.type === 'color' && one.key !== draft.key)}
            problem={problemAt('spec.gradient')}
            onChange={(gradient) => {
              change({ spec: { ...draft.spec, gradient: gradient ?? undefined } });
            }}
          />
        )}
        {specFields[draft.type].length > 0 && (
          <div className="mq-pair">
            {specFields[draft.type].map((field) => (
              <SpecPart
                key={`${draft.type} ${field.name}`}
                field={field}
                value={draft.spec[field.name]}
                problem={problemAt(`spec.${field.name}`)}
                onChange={(value) => {
                  change({ spec: { ...draft.spec, [field.name]: value } });
                }}
              />
            ))}
          </div>
        )}
        <TextPart
          id="mq-rule-usage"
          label="How to use it"
          type="lines"
          value={draft.usage}
          maxLength={20_000}
          problem={problemAt('usage')}
          onChange={(usage) => {
            change({ usage });
          }}
        />
        <div className="mq-field">
          <span className="mq-label">Files</span>
          {draft.assets.length > 0 && (
            <ul className="mq-fileboxes">
              {draft.assets.map((asset, index) => (
                <li key={`${asset.id} ${asset.rendition ?? ''}`}>
                  <span className="mq-filebox">
                    <Thumbnail asset={asset} shownAt={96} />
                  </span>
                  <span className="mq-filebox__name">{asset.title ?? asset.filename}</span>
                  <button
                    type="button"
                    className="mq-icon-button"
                    aria-label={`Remove ${asset.filename}`}
                    onClick={() => {
                      change({ assets: draft.assets.filter((_, at) => at !== index) });
                    }}
                  >
                    <CloseIcon />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <button
            type="button"
            className="mq-button mq-button--small"
            onClick={() => {
              setPicking(true);
            }}
          >
            Add a file
          </button>
          {problemAt('assets') && <p className="mq-problem">{problemAt('assets')}</p>}
        </div>
        {problem && (
          <p role="alert" className="mq-alert">
            {problem}
          </p>
        )}
        <div className="mq-row mq-form__foot">
          <button type="submit" className="mq-button mq-button--primary" disabled={busy}>
            Save rule
          </button>
          <button type="button" className="mq-link" onClick={onClose}>
            Cancel
          </button>
          {rule && (
            <span className="mq-form__end">
              {deleting ? (
                <button
                  type="button"
                  className="mq-button mq-button--stop mq-button--small"
                  disabled={busy}
                  onClick={() => {
                    void act(
                      () => call('DELETE', `/api/v1/brand/rules/${rule.id}?${expected(rule)}`),
                      'Rule deleted.',
                    );
                  }}
                >
                  Delete {rule.key} permanently
                </button>
              ) : (
                <button
                  type="button"
                  className="mq-link"
                  onClick={() => {
                    setDeleting(true);
                  }}
                >
                  Delete…
                </button>
              )}
            </span>
          )}
        </div>
      </form>
      {rule && <PartAccess brand={brand} part={`rule/${rule.key}`} />}
      {picking && (
        <AssetPicker
          title="Add a file to the rule"
          onClose={() => {
            setPicking(false);
          }}
          onChoose={({ id, metadata, filename, mime, width, height }) => {
            setPicking(false);
            if (draft.assets.some((asset) => asset.id === id)) return;
            const added = {
              id,
              rendition: null,
              title: metadata.title ?? null,
              filename,
              mime,
              width,
              height,
            };
            change({ assets: [...draft.assets, added] });
          }}
        />
      )}
    </Sheet>
  );
}
