// How the values of a page are called and shown where two versions are merged.
import type { RecordWords } from '../../ui/merge/MergeSheet.tsx';
import type { Words } from '../../words/words.tsx';
import type { Section } from './page-draft.ts';
import { labelOfProperty } from './property-words.ts';

/** @param names of sections, by id */
export function pageWords(names: ReadonlyMap<string, string>, words: Words): RecordWords {
  const { t } = words;
  return {
    labelOf: (path) => {
      const inSection = /^sections\[([^\]]+)\]\.?([a-z]*)/i.exec(path);
      if (!inSection) return labelOfProperty(path.split(/[.[]/)[0] ?? path, words);
      const [, id = '', name = ''] = inSection;
      const section = names.get(id) ?? t('pages:someSection');
      if (name === '') return section;
      const part = name === 'title' ? t('pages:heading') : labelOfProperty(name, words);
      return t('pages:partOfSection', { section, part });
    },
    show: (value, path) => {
      if (!/^sections\[[^\]]+\]$/.test(path)) return null;
      const section = value as Partial<Section> | undefined;
      if (!section) return <span className="mq-muted">{t('pages:removed')}</span>;
      return <span className="mq-text">{section.title ?? section.body ?? t('pages:kept')}</span>;
    },
  };
}
