'use client';
// The Content Credentials of an asset: who signed it, what was done, and what it was made from, each with its own.
import type {
  CredentialIngredient,
  CredentialManifest,
} from '../../../../assets/metadata/credential-tree.ts';
import { changesTo, useLive } from '../../../client/live.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { Terms, type Term } from '../../../ui/Terms.tsx';
import { useWords } from '../../../words/useWords.ts';
import './credentials.css';

/** Actions that have words; others are shown as they are called. */
const worded = {
  'c2pa.created': 'asset:action_created',
  'c2pa.opened': 'asset:action_opened',
  'c2pa.edited': 'asset:action_edited',
  'c2pa.edited.metadata': 'asset:action_editedMetadata',
  'c2pa.cropped': 'asset:action_cropped',
  'c2pa.resized': 'asset:action_resized',
  'c2pa.converted': 'asset:action_converted',
  'c2pa.transcoded': 'asset:action_transcoded',
  'c2pa.adjustedColor': 'asset:action_adjustedColor',
  'c2pa.color_adjustments': 'asset:action_adjustedColor',
  'c2pa.placed': 'asset:action_placed',
  'c2pa.filtered': 'asset:action_filtered',
  'c2pa.drawing': 'asset:action_drawing',
  'c2pa.published': 'asset:action_published',
} as const;

function Facts({ manifest, failures }: { manifest: CredentialManifest | null; failures: readonly string[] }) {
  const { t, when } = useWords();
  const { signedBy, signedAt, generator, actions = [] } = manifest ?? {};
  const wordOf = (action: string): string =>
    Object.hasOwn(worded, action) ? t(worded[action as keyof typeof worded]) : action;
  const terms: Term[] = [
    ...(signedBy ? [[t('asset:signedBy'), signedBy] as const] : []),
    ...(signedAt ? [[t('asset:signedAt'), when(signedAt)] as const] : []),
    ...(generator ? [[t('asset:writtenWith'), generator] as const] : []),
    ...(actions.length > 0 ? [[t('asset:done'), [...new Set(actions.map(wordOf))].join(', ')] as const] : []),
    ...(failures.length > 0
      ? [[t('asset:foundWrong'), <code key="failures">{failures.join(', ')}</code>] as const]
      : []),
  ];
  return terms.length > 0 ? <Terms className="mq-credentials__facts" terms={terms} /> : null;
}

/** One that failed is open, with the way to it. */
const isWorthALook = ({ verdict, manifest }: CredentialIngredient): boolean =>
  verdict === 'invalid' || (manifest?.ingredients ?? []).some(isWorthALook);

function Ingredient({ ingredient }: { ingredient: CredentialIngredient }) {
  const { t } = useWords();
  const { title, format, relationship, verdict, failures, manifest } = ingredient;
  const head = (
    <>
      <span className="mq-credentials__name">{title ?? t('asset:unnamedFile')}</span>{' '}
      <span className="mq-muted">
        {[relationship && t(`asset:relation_${relationship}`), format].filter(Boolean).join(' · ')}
      </span>{' '}
      <Verdict verdict={verdict ?? 'none'} />
    </>
  );
  return (
    <li>
      {manifest || failures.length > 0 ? (
        <details open={isWorthALook(ingredient)}>
          <summary>{head}</summary>
          <Facts manifest={manifest} failures={failures} />
          <MadeFrom manifest={manifest} />
        </details>
      ) : (
        <p>{head}</p>
      )}
    </li>
  );
}

function Verdict({ verdict }: { verdict: 'valid' | 'invalid' | 'untrusted' | 'unchecked' | 'none' }) {
  const { t } = useWords();
  return (
    <span className={`mq-credentials__verdict mq-credentials__verdict--${verdict}`}>
      {t(`asset:credentials_${verdict}`)}
    </span>
  );
}

function MadeFrom({ manifest }: { manifest: CredentialManifest | null }) {
  const { t } = useWords();
  const ingredients = manifest?.ingredients ?? [];
  if (ingredients.length === 0) return null;
  return (
    <>
      <h3>{t('asset:madeFrom')}</h3>
      <ul>
        {ingredients.map((ingredient, at) => (
          <Ingredient key={at} ingredient={ingredient} />
        ))}
      </ul>
    </>
  );
}

export function AssetCredentials({ id }: { id: string }) {
  const { t } = useWords();
  const { data, again } = useOperation('get_asset_credentials', { id });
  useLive(changesTo('asset'), again);
  if (!data) return null;
  const { verdict, failures, manifest, complete } = data;
  return (
    <section className="mq-credentials" aria-labelledby="mq-credentials">
      <h2 id="mq-credentials">
        {t('review:contentCredentials')} <Verdict verdict={verdict} />
      </h2>
      {manifest ? null : verdict === 'invalid' && <p>{t('asset:credentialsUnreadable')}</p>}
      <Facts manifest={manifest} failures={verdict === 'invalid' ? failures : []} />
      <MadeFrom manifest={manifest} />
      {!complete && <p className="mq-muted">{t('asset:moreIngredients')}</p>}
    </section>
  );
}
