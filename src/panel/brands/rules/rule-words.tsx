// How the values of a rule are called and shown where two versions are merged.
import type { RecordWords } from '../../ui/merge/MergeSheet.tsx';
import { Swatch } from './RuleSample.tsx';

const labels: Record<string, string> = {
  key: 'Key',
  label: 'Name',
  context: 'Context',
  value: 'Value',
  usage: 'How to use it',
  'font.family': 'Family',
  'font.size': 'Size',
  'font.weight': 'Weight',
};

export const ruleWords: RecordWords = {
  labelOf: (path) => {
    if (path.startsWith('assets')) return 'File';
    const [part = '', name = ''] = path.split('.');
    return labels[path] ?? (part === 'spec' ? name.charAt(0).toUpperCase() + name.slice(1) : path);
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
};
