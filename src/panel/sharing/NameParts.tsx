'use client';
// The name of a portal or site, and its part of the address.
import type { Saving } from '../client/useSaving.ts';
import { TextPart } from '../ui/form/inputs.tsx';

interface Named {
  name: string;
  slug: string;
}

interface Props {
  noun: 'portal' | 'site';
  /** Which part of the address the slug is. */
  slugLabel: string;
  shown: Named;
  saving: Saving;
  onChange: (change: Partial<Named>) => void;
}

export function NameParts({ noun, slugLabel, shown, saving, onChange }: Props) {
  return (
    <>
      <TextPart
        id={`mq-${noun}-name`}
        label="Name"
        required
        value={shown.name}
        maxLength={200}
        problem={saving.at('name')}
        onChange={(name) => onChange({ name })}
      />
      <TextPart
        id={`mq-${noun}-slug`}
        label={slugLabel}
        value={shown.slug}
        maxLength={63}
        problem={saving.at('slug')}
        hint="After a change, the old address stops working."
        onChange={(slug) => onChange({ slug })}
      />
    </>
  );
}
