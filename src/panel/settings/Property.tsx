'use client';
// The input of one property of a setting: its value, where that comes from, and how to reset it.
import { useId, type ReactNode } from 'react';
import type { Options, Setting, SettingContext, SettingSource } from '../../core/settings/schemas.ts';
import { AssetPart } from '../assets/AssetPicker.tsx';
import { ChoicePart, ColorPart, Frame, TextPart } from '../ui/form/inputs.tsx';
import { ownParts, valuesIn } from './own-parts.ts';
import { toDraft, type NamedProperty } from './setting-forms.ts';
import { useWords } from '../words/useWords.ts';
import type { Translate, Words } from '../words/words.tsx';

function inGiB(bytes: string, number: Words['number']): string {
  const amount = Number(bytes) / 1024 ** 3;
  return Number.isFinite(amount) && amount > 0 ? `${number(Number(amount.toPrecision(3)))} GiB` : '';
}

/** Describes where a value comes from. */
function originOf(
  source: SettingSource | undefined,
  context: SettingContext,
  hasValue: boolean,
  t: Translate,
): string {
  if (source === context) return t('settings:setHere');
  if (source === 'organization') return t('settings:fromOrganization');
  if (source === 'environment') return t('settings:fromEnvironment');
  return hasValue ? t('settings:default') : t('ui:notSet');
}

interface PropertyProps {
  setting: Setting;
  form: NamedProperty;
  draft: string | undefined;
  /** Of all properties, for editors that build on another one. */
  drafts: Readonly<Record<string, string>>;
  problem: string | undefined;
  busy: boolean;
  onChange: (draft: string) => void;
  onReset: () => void;
}

function Origin({
  setting,
  form,
  busy,
  onReset,
}: Pick<PropertyProps, 'setting' | 'form' | 'busy' | 'onReset'>) {
  const { t } = useWords();
  const { context, sources, secrets, value } = setting;
  const { name, label } = form;
  const hasValue = secrets[name] ?? (value[name] ?? null) !== null;
  const isOwn = sources[name] === context;
  return (
    <span className="mq-origin">
      <span className={isOwn ? 'mq-origin__own' : undefined}>
        {originOf(sources[name], context, hasValue, t)}
      </span>
      {isOwn && (
        <button
          type="button"
          className="mq-link"
          disabled={busy}
          aria-label={t(form.kind.as === 'secret' ? 'settings:removeNamed' : 'settings:resetNamed', {
            label,
          })}
          onClick={onReset}
        >
          {form.kind.as === 'secret' ? t('ui:remove') : t('settings:reset')}
        </button>
      )}
    </span>
  );
}

interface PartProps {
  id: string;
  label: string;
  problem: string | undefined;
  hint: ReactNode;
  onChange: (draft: string) => void;
}

interface ChoicesProps extends PartProps {
  options: Options;
  shown: string;
}

/** Several options of a fixed list, as checkboxes. None chosen means all of them. */
function ChoicesPart({ id, label, options, shown, problem, hint, onChange }: ChoicesProps) {
  const chosen = shown.split('\n').filter(Boolean);
  return (
    <div className={`mq-field ${problem ? 'mq-field--wrong' : ''}`}>
      <span className="mq-label">{label}</span>
      <span className="mq-choices" id={id} role="group" aria-label={label}>
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="checkbox"
              checked={chosen.length === 0 || chosen.includes(option.value)}
              onChange={({ target }) => {
                const before = chosen.length === 0 ? options.map(({ value }) => value) : chosen;
                const after = target.checked
                  ? [...before, option.value]
                  : before.filter((one) => one !== option.value);
                onChange(after.join('\n'));
              }}
            />
            {option.label}
          </label>
        ))}
      </span>
      {problem && <p className="mq-problem">{problem}</p>}
      <p className="mq-hint">{hint}</p>
    </div>
  );
}

interface SecretProps extends PartProps {
  draft: string | undefined;
  isStored: boolean;
}

/** A stored secret is never shown; a blank input keeps it. */
function SecretPart({ id, label, hint, problem, draft, isStored, onChange }: SecretProps) {
  const { t } = useWords();
  return (
    <Frame id={id} label={label} hint={hint} problem={problem}>
      <input
        id={id}
        className="mq-input"
        type="password"
        autoComplete="new-password"
        value={draft ?? ''}
        placeholder={isStored ? t('settings:storedSecret') : t('settings:noSecret')}
        onChange={(event) => onChange(event.target.value)}
      />
    </Frame>
  );
}

/** A property with an editor of its own. */
function OwnProperty({
  setting,
  form,
  drafts,
  problem,
  hint,
  onChange,
}: PropertyProps & { hint: ReactNode }) {
  const Part = ownParts[`${setting.key}.${form.name}`];
  const values = valuesIn(setting, drafts);
  if (!Part) return null;
  return (
    <div className="mq-pair__whole">
      <Part
        label={form.label}
        hint={hint}
        problem={problem}
        value={values[form.name]}
        values={values}
        context={setting.context}
        onChange={(value) => onChange(JSON.stringify(value))}
      />
    </div>
  );
}

export function Property(props: PropertyProps) {
  const { number } = useWords();
  const { setting, form, draft, problem, onChange } = props;
  const id = `${useId()}-${form.name}`;
  const { kind, label, unset } = form;
  const shown = draft ?? toDraft(setting.value[form.name]);
  const hint = (
    <>
      {kind.as === 'bytes' && <span>{inGiB(shown, number)}</span>}
      {form.hint && <span>{form.hint}</span>}
      <Origin {...props} />
    </>
  );
  const common = { id, label, problem, hint, onChange };
  // Without an unset state, one of the options always applies.
  const none = unset === undefined ? {} : { none: unset };

  switch (kind.as) {
    case 'choice':
      return <ChoicePart {...common} {...none} value={shown} options={kind.options} />;
    case 'yes-no': {
      const options = [
        { value: 'true', label: kind.yes },
        { value: 'false', label: kind.no },
      ];
      return <ChoicePart {...common} {...none} value={shown} options={options} />;
    }
    case 'choices':
      return <ChoicesPart {...common} options={kind.options} shown={shown} />;
    case 'secret':
      return <SecretPart {...common} draft={draft} isStored={setting.secrets[form.name] === true} />;
    case 'colour':
      return <ColorPart {...common} value={shown} />;
    case 'picture':
      return (
        <AssetPart
          label={label}
          hint={hint}
          problem={problem}
          id={shown || null}
          onChange={(asset) => onChange(asset ?? '')}
        />
      );
    case 'own':
      return <OwnProperty {...props} hint={hint} />;
    default:
      return (
        <TextPart
          {...common}
          // The browser's number input would discard what it can't parse.
          type={kind.as === 'lines' || kind.as === 'long-text' ? 'lines' : 'text'}
          value={shown}
          placeholder={unset}
        />
      );
  }
}
