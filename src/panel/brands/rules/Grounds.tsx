'use client';
// The files of a rule, such as a logo, large on the grounds they're used on.
import type { Rule } from '../../../brands/rules/schemas.ts';
import type { ThemeView } from '../../../brands/theme/schemas.ts';
import type { PlainKey } from '../../../words/keys.ts';
import { useWords } from '../../words/useWords.ts';
import { AssetImage } from '../AssetImage.tsx';

interface Ground {
  label: PlainKey;
  color: string;
}

/** White, black, and the brand's own: the one its context asks for first. */
export function groundsOf(theme: ThemeView | null, context: string | null): readonly Ground[] {
  const grounds: Ground[] = [
    { label: 'rules:onWhite', color: '#ffffff' },
    { label: 'rules:onBlack', color: '#101014' },
    ...(theme ? [{ label: 'rules:onBrand' as const, color: theme.applied.accent }] : []),
  ];
  const isForDark = context !== null && /dark|night|black|negative|reversed/.test(context);
  return isForDark ? [grounds[1], grounds[0], ...grounds.slice(2)].flatMap((one) => one ?? []) : grounds;
}

interface Props {
  asset: Rule['assets'][number];
  grounds: readonly Ground[];
  /** True: the grounds are named. */
  isLarge?: boolean;
}

export function Grounds({ asset, grounds, isLarge = false }: Props) {
  const { t } = useWords();
  return (
    <span className={isLarge ? 'mq-grounds mq-grounds--large' : 'mq-grounds'}>
      {grounds.map(({ label, color }) => (
        <span key={label} className="mq-ground">
          <span className="mq-ground__color" style={{ background: color }} title={t(label)}>
            <AssetImage asset={asset} width={isLarge ? 640 : 320} />
          </span>
          {isLarge && <span className="mq-hint">{t(label)}</span>}
        </span>
      ))}
    </span>
  );
}
