// How the values of a rule are called and shown where two versions are merged.
import type { RecordWords } from '../../ui/merge/MergeSheet.tsx';
import type { PlainKey } from '../../../words/keys.ts';
import type { Words } from '../../words/words.tsx';
import { Swatch } from './RuleSample.tsx';
import { labelOfSpec } from './spec-fields.ts';

const labels: Readonly<Partial<Record<string, PlainKey>>> = {
  key: 'rules:key',
  label: 'ui:name',
  context: 'rules:context',
  value: 'rules:value',
  usage: 'rules:usage',
  'font.family': 'rules:family',
  'font.size': 'rules:size',
  'font.weight': 'rules:weight',
};

export const ruleWords = (words: Words): RecordWords => ({
  labelOf: (path) => {
    if (path.startsWith('assets')) return words.t('rules:file');
    const [part = '', name = ''] = path.split('.');
    const key = labels[path];
    if (key) return words.t(key);
    return part === 'spec' ? labelOfSpec(name, words) : path;
  },
  show: (value, path) => {
    if (path === 'value' && typeof value === 'string' && value.startsWith('#'))
      return (
        <span className="mq-said">
          <Swatch rule={{ type: 'color', value }} /> {value}
        </span>
      );
    const { filename } = (value ?? {}) as { filename?: string };
    return filename ?? null;
  },
});
