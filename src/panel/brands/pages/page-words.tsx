// How the values of a page are called and shown where two versions are merged.
import type { RecordWords } from '../../ui/merge/MergeSheet.tsx';
import type { Section } from './page-draft.ts';
import { labelOfProperty } from './property-label.ts';

const labels: Record<string, string> = {
  slug: 'Address',
  parent: 'Parent page',
  body: 'Text',
  keys: 'Rules to show',
  items: 'Entries',
  title: 'Title',
};

const labelOf = (name: string): string => labels[name] ?? labelOfProperty(name);

/** @param names of sections, by id */
export function pageWords(names: ReadonlyMap<string, string>): RecordWords {
  return {
    labelOf: (path) => {
      const inSection = /^sections\[([^\]]+)\]\.?([a-z]*)/i.exec(path);
      if (!inSection) return labelOf(path.split(/[.[]/)[0] ?? path);
      const [, id = '', name = ''] = inSection;
      const section = names.get(id) ?? 'A section';
      return name === '' ? section : `${section}: ${name === 'title' ? 'Heading' : labelOf(name)}`;
    },
    show: (value, path) => {
      if (!/^sections\[[^\]]+\]$/.test(path)) return null;
      const section = value as Partial<Section> | undefined;
      if (!section) return <span className="mq-muted">Removed</span>;
      return <span className="mq-text">{section.title ?? section.body ?? 'Kept'}</span>;
    },
  };
}
