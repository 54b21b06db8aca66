'use client';
// Which version of an asset is the current one.
import { useId } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import { numberOf } from '../../assets/asset/versions/version-facts.ts';
import { useVersions } from '../../assets/useAsset.ts';
import { ChoicePart } from '../../ui/form/inputs.tsx';
import { useWords } from '../../words/useWords.ts';
import { AssetPreview } from '../changes/AssetPreview.tsx';
import { Placeholder, Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import { nameOf } from '../../assets/name-of.ts';
import { useEdited } from '../edit/useEdited.tsx';

const numbersIn = ({ before, after }: Proposal) => ({
  before: (before?.version ?? null) as number | null,
  after: Number(after.version),
});

function Change({ proposal }: { proposal: Proposal }) {
  const { t } = useWords();
  const { before, after } = numbersIn(proposal);
  const { data } = useVersions(proposal.target.id);
  const side = (number: number | null) => {
    const version = data?.find((one) => numberOf(one) === number);
    if (!version) return <Placeholder />;
    return (
      <>
        <AssetPreview asset={version} name={nameOf(version)} />
        <span>
          <strong>{t('versions:version', { number: numberOf(version) })}</strong>{' '}
          <span className="mq-muted">{version.filename}</span>
        </span>
      </>
    );
  };
  if (!data) return null;
  return <Sides before={side(before)} after={side(after)} />;
}

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const { t } = useWords();
  const { after } = numbersIn(proposal);
  const { data } = useVersions(proposal.target.id);
  const [version, setVersion] = useEdited('version', after);
  const id = useId();
  const usable = (data ?? []).filter(({ state }) => state === 'active').map(numberOf);
  const offered = [...new Set([...usable, after])].sort((one, other) => other - one);
  return (
    <EditForm {...frame} value={() => ({ version })}>
      <ChoicePart
        id={id}
        label={t('review:currentVersion')}
        value={String(version)}
        options={offered.map((number) => ({
          value: String(number),
          label: t('versions:version', { number }),
        }))}
        onChange={(value) => setVersion(Number(value))}
      />
    </EditForm>
  );
}

export const version: KindView = {
  label: (t) => t('review:currentVersion'),
  gist: (proposal, t) => t('review:useVersion', { number: numbersIn(proposal).after }),
  Change,
  Edit,
};
