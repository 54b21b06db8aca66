// What a rule of each type can say beyond its value, and how that is called.
import type { RuleType } from '../../../brands/rules/schemas.ts';
import type { PlainKey } from '../../../words/keys.ts';
import type { Words } from '../../words/words.tsx';
import { spaced } from '../pages/property-words.ts';

export interface SpecField {
  name: string;
  label: PlainKey;
  kind: 'text' | 'number' | 'numbers' | 'words' | 'yes' | 'case';
  hint?: PlainKey;
}

export const specFields: Record<RuleType, readonly SpecField[]> = {
  color: [
    { name: 'group', label: 'rules:group', kind: 'text', hint: 'rules:groupHint' },
    { name: 'cmyk', label: 'rules:cmyk', kind: 'numbers', hint: 'rules:cmykHint' },
    { name: 'pantone', label: 'rules:pantone', kind: 'text' },
    { name: 'ral', label: 'rules:ral', kind: 'text' },
    { name: 'tints', label: 'rules:tints', kind: 'words', hint: 'rules:tintsHint' },
  ],
  number: [
    { name: 'unit', label: 'rules:unit', kind: 'text', hint: 'rules:unitHint' },
    { name: 'of', label: 'rules:of', kind: 'text', hint: 'rules:ofHint' },
  ],
  font: [
    { name: 'role', label: 'rules:role', kind: 'text' },
    { name: 'lineHeight', label: 'rules:lineHeight', kind: 'number' },
    { name: 'tracking', label: 'rules:tracking', kind: 'number' },
    { name: 'case', label: 'rules:case', kind: 'case' },
    { name: 'fallback', label: 'rules:fallback', kind: 'words', hint: 'rules:fallbackHint' },
    { name: 'source', label: 'rules:source', kind: 'text' },
    { name: 'license', label: 'rules:license', kind: 'text' },
  ],
  text: [
    { name: 'copy', label: 'rules:copy', kind: 'yes' },
    { name: 'max', label: 'rules:max', kind: 'number' },
  ],
  list: [],
};

const labels = new Map<string, PlainKey>([
  ...Object.values(specFields).flatMap((fields) =>
    fields.map(({ name, label }): [string, PlainKey] => [name, label]),
  ),
  ['pair', 'rules:pair'],
  ['gradient', 'rules:gradient'],
]);

export function labelOfSpec(name: string, { t }: Words): string {
  const key = labels.get(name);
  return key ? t(key) : spaced(name);
}
