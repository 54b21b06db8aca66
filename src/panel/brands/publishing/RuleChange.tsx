'use client';
// A rule before and after: colors, logos and type as they look, words with what changed in them.
import type { BrandVersionView } from '../../../brands/publishing/schemas.ts';
import type { Rule } from '../../../brands/rules/schemas.ts';
import { useOperation } from '../../client/useOperation.ts';
import { Marked, useTextDiff } from '../../ui/TextDiff.tsx';
import type { Words } from '../../words/words.tsx';
import { useWords } from '../../words/useWords.ts';
import { AssetImage } from '../AssetImage.tsx';
import { FontSpecimen } from '../rules/FontSpecimen.tsx';
import { wordsOfRule } from '../rules/RuleSample.tsx';
import { labelOfSpec } from '../rules/spec-fields.ts';

export type RuleDifference = BrandVersionView['differences']['rules'][number];
type RuleState = NonNullable<RuleDifference['after']> & {
  spec?: Record<string, unknown>;
  usage?: string | null;
  assets?: { id: string; rendition: string | null }[];
};

/** A file that a version names by its id. */
function StateFile({ id }: { id: string }) {
  const { t } = useWords();
  const { data, problem } = useOperation('get_asset', { id });
  if (problem) return <span className="mq-muted">{t('publishing:fileGone')}</span>;
  return <span className="mq-change__file">{data && <AssetImage asset={data} width={320} />}</span>;
}

/** The files of a font rule, for its specimen. */
function useFiles(assets: RuleState['assets']): Rule['assets'] {
  const id = assets?.[0]?.id;
  const { data } = useOperation('get_asset', id === undefined ? null : { id });
  if (!data) return [];
  const { filename, mime, width, height } = data;
  return [{ id: data.id, rendition: null, title: null, filename, mime, width, height }];
}

function FontState({ state }: { state: RuleState }) {
  const assets = useFiles(state.assets);
  return (
    <>
      <FontSpecimen rule={{ value: state.value, spec: state.spec ?? {}, assets }} />
      <span>{wordsOfRule(state)}</span>
    </>
  );
}

interface SideProps {
  label: string;
  state: RuleState | null;
  other: RuleState | null;
  side: 'before' | 'after';
}

/** What a rule says beyond its value. */
function detailsOf(state: RuleState | null, words: Words): string {
  if (!state) return '';
  const spec = Object.entries(state.spec ?? {}).map(
    ([name, value]) =>
      `${labelOfSpec(name, words)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [state.usage ?? '', ...spec].filter((part) => part !== '').join('\n');
}

function Details({ state, other, side }: Omit<SideProps, 'label'>) {
  const words = useWords();
  const [own, others] = [detailsOf(state, words), detailsOf(other, words)];
  const [before, after] = useTextDiff(side === 'before' ? own : others, side === 'before' ? others : own);
  if (own === others) return null;
  return (
    <span className="mq-change__details">
      <Marked parts={side === 'before' ? before : after} side={side} />
    </span>
  );
}

function Words({ state, other, side }: Omit<SideProps, 'label'>) {
  const [own, others] = [state ? wordsOfRule(state) : '', other ? wordsOfRule(other) : ''];
  const [before, after] = useTextDiff(side === 'before' ? own : others, side === 'before' ? others : own);
  return <Marked parts={side === 'before' ? before : after} side={side} />;
}

function Side({ label, state, other, side }: SideProps) {
  const { t } = useWords();
  return (
    <div className="mq-change__side" data-side={side}>
      <span className="mq-change__label">{label}</span>
      {!state && (
        <span className="mq-muted">
          {t(side === 'before' ? 'publishing:notThereYet' : 'publishing:removed')}
        </span>
      )}
      {state?.type === 'color' && (
        <>
          <span className="mq-change__color" style={{ background: wordsOfRule(state) }} />
          <span>{wordsOfRule(state)}</span>
        </>
      )}
      {state?.type === 'font' && <FontState state={state} />}
      {state && state.type !== 'color' && state.type !== 'font' && (
        <>
          {(state.assets ?? []).slice(0, 3).map(({ id }) => (
            <StateFile key={id} id={id} />
          ))}
          <Words state={state} other={other} side={side} />
        </>
      )}
      {state && <Details state={state} other={other} side={side} />}
    </div>
  );
}

export function RuleChange({ difference }: { difference: RuleDifference }) {
  const { t } = useWords();
  const { key, context } = difference;
  const [before, after] = [difference.before, difference.after];
  const kind = before === null ? 'ruleNew' : after === null ? 'removed' : 'changed';
  return (
    <li className="mq-change" data-changed={key}>
      <header className="mq-row">
        <strong>{after?.label ?? before?.label ?? key}</strong>
        {context && <span className="mq-badge">{context.replaceAll('-', ' ')}</span>}
        <span className="mq-muted">{t(`publishing:${kind}`)}</span>
      </header>
      <div className="mq-change__sides">
        {before && <Side label={t('publishing:before')} state={before} other={after} side="before" />}
        {(after ?? before) && (
          <Side label={t('publishing:after')} state={after} other={before} side="after" />
        )}
      </div>
    </li>
  );
}
