// How the properties of an asset are called and shown where two versions are merged.
import type { Field } from '../../../../fields/schemas.ts';
import { originKeys } from '../../../../words/asset-values.ts';
import type { PlainKey } from '../../../../words/keys.ts';
import type { RecordWords } from '../../../ui/merge/MergeSheet.tsx';
import type { Words } from '../../../words/words.tsx';
import { miningChoices, releaseKeys } from '../rights/rights-choices.ts';

const labels: Readonly<Partial<Record<string, PlainKey>>> = {
  title: 'asset:title',
  description: 'review:description',
  alt: 'texts:alt',
  creator: 'review:kindCreator',
  copyright: 'review:copyright',
  tags: 'records:tags',
  fields: 'records:values',
  'rights.license': 'review:license',
  'rights.territories': 'review:territories',
  'rights.channels': 'review:channels',
  'rights.embargo': 'rights:embargo',
  'rights.expires': 'review:expires',
  'rights.modelRelease': 'review:modelRelease',
  'usage.credit': 'bulk:creditLine',
  'usage.terms': 'bulk:otherTerms',
  'usage.licensorUrl': 'review:usageLicensor',
  'usage.mining': 'bulk:mining',
  origin: 'records:origin',
  generator: 'records:generator',
  prompt: 'records:prompt',
  parentAssetId: 'review:madeFrom',
  supersededBy: 'review:useInstead',
  reviewNote: 'records:reviewNote',
  crops: 'records:crop',
  private: 'records:private',
  public: 'records:public',
};

/** `rights.channels[web]` is about `web`, in `rights.channels`. */
const member = /^(.+)\[([^\]]*)\]$/;
const inLanguage = /^languages\.([^.]+)(?:\.(fields\.)?(.+))?$/;

/** @param fields whose labels are known; others are called by their keys */
export function labelOfPart(path: string, words: Words, fields: readonly Field[] = []): string {
  const { t, language } = words;
  const labelOfField = (key: string): string => fields.find((field) => field.key === key)?.label ?? key;
  const named = (name: string, value: string): string => t('merge:listed', { name, value });
  const [, list = '', entry = ''] = member.exec(path) ?? [];
  if (list !== '') return named(labelOfPart(list, words, fields), entry);
  const [, tag = '', isField, part] = inLanguage.exec(path) ?? [];
  if (tag !== '') {
    if (part === undefined) return language(tag);
    return named(language(tag), isField ? labelOfField(part) : labelOfPart(part, words, fields));
  }
  if (path.startsWith('fields.')) return labelOfField(path.slice('fields.'.length));
  const key = labels[path];
  return key ? t(key) : path;
}

const choices: Readonly<Partial<Record<string, Readonly<Partial<Record<string, PlainKey>>>>>> = {
  origin: originKeys,
  'rights.modelRelease': releaseKeys,
  'usage.mining': miningChoices,
};

const isDay = (path: string, fields: readonly Field[]): boolean =>
  path === 'rights.embargo' ||
  path === 'rights.expires' ||
  fields.some(({ key, kind }) => kind === 'date' && path === `fields.${key}`);

export const assetWords = (words: Words, fields: readonly Field[]): RecordWords => ({
  labelOf: (path) => labelOfPart(path, words, fields),
  show: (value, path) => {
    if (typeof value !== 'string') return null;
    if (isDay(path, fields) && value !== '') return words.lastDay(value);
    const key = choices[path]?.[value];
    return key ? words.t(key) : null;
  },
});
