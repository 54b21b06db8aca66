// The form of a setting: as its definition has it, or made of its values. Values as input text, and back.
import type { InputKind, PropertyForm, Setting, SettingForm } from '../../core/settings/schemas.ts';
import type { Translate, Words } from '../words/words.tsx';

export interface NamedProperty extends PropertyForm {
  name: string;
}

function kindOf(value: unknown, t: Translate): InputKind {
  if (typeof value === 'boolean') return { as: 'yes-no', yes: t('ui:yes'), no: t('ui:no') };
  if (typeof value === 'number') return { as: 'number' };
  return Array.isArray(value) ? { as: 'lines' } : { as: 'text' };
}

const worded = (name: string): string => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The input with what its definition says in the person's language. */
function kindIn(kind: InputKind, said: Words['said']): InputKind {
  if (kind.as === 'yes-no') return { ...kind, yes: said(kind.yes), no: said(kind.no) };
  if (kind.as !== 'choice' && kind.as !== 'choices') return kind;
  return { ...kind, options: kind.options.map(({ value, label }) => ({ value, label: said(label) })) };
}

/** The inputs of a setting, in order, in the person's language. */
export function propertiesOf(
  { value, secrets }: Setting,
  form: SettingForm | undefined,
  { t, said }: Pick<Words, 't' | 'said'>,
): readonly NamedProperty[] {
  if (form)
    return Object.entries(form.properties).map(([name, { label, kind, hint, unset }]) => ({
      name,
      label: said(label),
      kind: kindIn(kind, said),
      ...(hint !== undefined && { hint: said(hint) }),
      ...(unset !== undefined && { unset: said(unset) }),
    }));
  return Object.keys(value).map((name) => ({
    name,
    label: said(worded(name)),
    kind: name in secrets ? { as: 'secret' } : kindOf(value[name], t),
  }));
}

/** A property's value as input text. */
export function toDraft(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && !value.some((one) => typeof one === 'object'))
    return value.map(String).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const idInside = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** The input text as the API expects it; null clears. Unparsable text is sent as is, so the server explains what's wrong. */
export function fromDraft(kind: InputKind, draft: string): unknown {
  const trimmed = draft.trim();
  switch (kind.as) {
    case 'number':
    case 'bytes':
      return trimmed === '' ? null : Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
    case 'yes-no':
      return trimmed === '' ? null : trimmed === 'true';
    case 'lines':
    case 'choices': {
      const lines = trimmed.split(/[\s,;]+/).filter(Boolean);
      return lines.length === 0 ? null : lines;
    }
    case 'picture':
      // People often paste the address of an asset.
      return trimmed === '' ? null : (idInside.exec(trimmed)?.[0].toLowerCase() ?? trimmed);
    case 'secret':
      return draft;
    case 'own':
      return JSON.parse(draft);
    default:
      return trimmed === '' ? null : trimmed;
  }
}
