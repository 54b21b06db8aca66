'use client';
// Edits a proposed asset.
import { useId } from 'react';
import { useMe } from '../../client/me.tsx';
import { useFields } from '../../client/useFields.ts';
import { TextPart } from '../../ui/form/inputs.tsx';
import type { ProposedAsset } from '../proposal/proposed.ts';
import { EditForm, type FrameProps } from './EditForm.tsx';
import { texts } from './metadata-texts.ts';
import { TagsPart, ValuesPart, type Values } from './ValuesPart.tsx';
import { useWords } from '../../words/useWords.ts';
import { useEdited } from './useEdited.tsx';

type Words = Record<(typeof texts)[number]['name'], string>;

export function AssetEdit({ proposed, ...frame }: { proposed: ProposedAsset } & FrameProps) {
  const { t } = useWords();
  const id = useId();
  const { title = '', description = '', creator = '', copyright = '' } = proposed.metadata;
  const before: Words = { title, description, creator, copyright };
  const [words, setWords] = useEdited('words', before);
  const [tags, setTags] = useEdited<readonly string[]>('tags', proposed.tags);
  const [fields, setFields] = useEdited<Values>('fields', proposed.fields);
  const { fields: known } = useFields(useMe()?.workspace?.id ?? null);
  const value = () => {
    // Only the changes: everything else stays as it is in the asset, even if it changed since.
    const rewritten = Object.fromEntries(
      texts
        .filter(({ name }) => words[name].trim() !== before[name])
        .map(({ name }) => [name, words[name].trim() || null]),
    );
    const moved = Object.fromEntries(
      [...new Set([...Object.keys(proposed.fields), ...Object.keys(fields)])]
        .filter((key) => fields[key] !== proposed.fields[key])
        .map((key) => [key, fields[key] ?? null]),
    );
    return {
      ...rewritten,
      ...(tags.join('\n') === proposed.tags.join('\n') ? {} : { tags }),
      ...(Object.keys(moved).length > 0 ? { fields: moved } : {}),
    };
  };
  return (
    <EditForm {...frame} value={value}>
      {texts.map(({ name, labelKey, ...part }) => (
        <TextPart
          key={name}
          id={`${id}-${name}`}
          label={t(labelKey)}
          {...part}
          value={words[name]}
          onChange={(text) => setWords({ ...words, [name]: text })}
        />
      ))}
      <TagsPart tags={tags} onChange={setTags} />
      <ValuesPart keys={known?.map(({ key }) => key) ?? []} values={fields} onChange={setFields} />
    </EditForm>
  );
}
