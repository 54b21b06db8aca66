'use client';
// Usage terms of an asset: credit line, terms, where to get a license, and data mining.
import { useId } from 'react';
import type { AssetUsage } from '../../../assets/usage.ts';
import type { Proposal } from '../../../review/schemas.ts';
import type { PlainKey } from '../../../words/keys.ts';
import { miningChoices } from '../../assets/asset/rights/rights-choices.ts';
import { ChoicePart, TextPart } from '../../ui/form/inputs.tsx';
import type { Term } from '../../ui/Terms.tsx';
import { useWords } from '../../words/useWords.ts';
import type { Translate } from '../../words/words.tsx';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { Facts } from '../changes/Facts.tsx';
import { Placeholder, Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import { useEdited } from '../edit/useEdited.tsx';

/** Those that change; null: not set, or to be cleared. */
type Terms = Partial<AssetUsage>;

const termsIn = ({ before, after }: Proposal) => ({
  before: (before?.usage ?? {}) as Terms,
  after: (after.usage ?? {}) as Terms,
});

const labels = {
  credit: 'bulk:creditLine',
  terms: 'bulk:otherTerms',
  licensorUrl: 'review:usageLicensor',
  mining: 'bulk:mining',
} as const satisfies Record<keyof AssetUsage, PlainKey>;
const names = Object.keys(labels) as (keyof AssetUsage)[];

const minings = Object.keys(miningChoices) as (keyof typeof miningChoices)[];

function shown(terms: Terms, name: keyof AssetUsage, t: Translate) {
  const value = terms[name] ?? null;
  if (value === null) return <Placeholder>{t('ui:notSet')}</Placeholder>;
  return (
    <span className="mq-text">
      {name === 'mining' && terms.mining ? t(miningChoices[terms.mining]) : value}
    </span>
  );
}

function UsageChange({ proposal }: { proposal: Proposal }) {
  const { t } = useWords();
  const { before, after } = termsIn(proposal);
  const rows = (terms: Terms): Term[] =>
    names.filter((name) => name in after).map((name) => [t(labels[name]), shown(terms, name, t)]);
  return <Sides before={<Facts facts={rows(before)} />} after={<Facts facts={rows(after)} />} />;
}

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const { t } = useWords();
  const [terms, setTerms] = useEdited('terms', termsIn(proposal).after);
  const id = useId();
  const filled = (): Terms =>
    Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, value?.trim() || null]));
  return (
    <EditForm {...frame} value={() => ({ usage: filled() })}>
      {names
        .filter((name) => name in terms)
        .map((name) =>
          name === 'mining' ? (
            <ChoicePart
              key={name}
              id={`${id}-${name}`}
              label={t(labels[name])}
              none={t('ui:notSet')}
              value={terms.mining ?? ''}
              options={minings.map((value) => ({ value, label: t(miningChoices[value]) }))}
              onChange={(value) => setTerms({ ...terms, mining: (value || null) as AssetUsage['mining'] })}
            />
          ) : (
            <TextPart
              key={name}
              id={`${id}-${name}`}
              label={t(labels[name])}
              type={name === 'terms' ? 'lines' : 'text'}
              maxLength={name === 'credit' ? 500 : name === 'terms' ? 5000 : 2000}
              value={terms[name] ?? ''}
              onChange={(text) => setTerms({ ...terms, [name]: text })}
            />
          ),
        )}
    </EditForm>
  );
}

export const usage: KindView = {
  label: (t) => t('review:kindUsage'),
  gist: (proposal, t) => {
    const { before, after } = termsIn(proposal);
    const isSet = (terms: Terms): boolean => Object.values(terms).some((value) => value !== null);
    if (!isSet(after)) return t('review:clearUsage');
    return t(isSet(before) ? 'review:changeUsage' : 'review:addUsage');
  },
  Change: ({ proposal }) => (
    <TargetPreview id={proposal.target.id}>{() => <UsageChange proposal={proposal} />}</TargetPreview>
  ),
  Edit,
};
