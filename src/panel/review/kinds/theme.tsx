'use client';
// Parts of a brand's theme.
import { useId } from 'react';
import type { ThemePatch } from '../../../brands/theme/schemas.ts';
import type { Rule } from '../../../brands/rules/schemas.ts';
import type { Proposal } from '../../../review/schemas.ts';
import { labelOfOption } from '../../brands/pages/property-words.ts';
import { onePerKey, RulePart } from '../../brands/rules/RulePicker.tsx';
import { Swatch, wordsOfRule } from '../../brands/rules/RuleSample.tsx';
import { useRules } from '../../brands/rules/useRules.ts';
import { themeChoices, themeRoles } from '../../brands/theme/ThemeForm.tsx';
import { themeKeys } from '../../brands/theme/theme-words.ts';
import { ChoicePart, TextPart } from '../../ui/form/inputs.tsx';
import type { Term } from '../../ui/Terms.tsx';
import { useWords } from '../../words/useWords.ts';
import { AssetLink } from '../../assets/AssetLink.tsx';
import { Facts } from '../changes/Facts.tsx';
import { Placeholder, Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import { brandOf } from '../proposal/proposed.ts';
import type { KindView } from './kind.ts';
import { useEdited } from '../edit/useEdited.tsx';

type Part = keyof ThemePatch;

const themesIn = ({ before, after }: Proposal) => ({
  before: (before ?? {}) as ThemePatch,
  after: after as ThemePatch,
});

const isRole = (part: Part): boolean => themeRoles.some(({ name }) => name === part);

/** A rule as what it brings to the theme: its color, font or file. */
function RuleOfRole({ rule, name }: { rule: Rule | undefined; name: string }) {
  const { t } = useWords();
  if (!rule) return <Placeholder>{t('ui:missing', { name })}</Placeholder>;
  const [file] = rule.assets;
  if (file && rule.type !== 'color' && rule.type !== 'font') return <AssetLink id={file.id} />;
  return (
    <span className="mq-row">
      <Swatch rule={rule} />
      <span>
        {rule.label} <span className="mq-muted">{wordsOfRule(rule)}</span>
      </span>
    </span>
  );
}

function Change({ proposal }: { proposal: Proposal }) {
  const words = useWords();
  const { t } = words;
  const { before, after } = themesIn(proposal);
  const { data } = useRules(brandOf(proposal));
  const rules = onePerKey(data);
  const shown = (part: Part, value: ThemePatch[Part]) => {
    if (value === null || value === undefined) return <Placeholder>{t('theme:default')}</Placeholder>;
    if (typeof value === 'number') return t('review:pixels', { count: value });
    if (isRole(part)) return <RuleOfRole rule={rules.find(({ key }) => key === value)} name={value} />;
    return labelOfOption(value, words);
  };
  const parts = (Object.keys(themeKeys) as Part[]).filter((part) => part in after);
  const rows = (theme: ThemePatch): Term[] =>
    parts.map((part) => [t(themeKeys[part]), shown(part, theme[part])]);
  return <Sides before={<Facts facts={rows(before)} />} after={<Facts facts={rows(after)} />} />;
}

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const words = useWords();
  const { t } = words;
  const { data: rules } = useRules(brandOf(proposal));
  const [theme, setTheme] = useEdited('theme', themesIn(proposal).after);
  // As typed: an empty one isn't 0.
  const [radius, setRadius] = useEdited('radius', String(theme.radius ?? ''));
  const id = useId();
  const set = (patch: ThemePatch): void => setTheme({ ...theme, ...patch });
  return (
    <EditForm {...frame} value={() => theme}>
      {themeRoles
        .filter(({ name }) => name in theme)
        .map(({ name, fits }) => (
          <RulePart
            key={name}
            id={`${id}-${name}`}
            label={t(themeKeys[name])}
            none={t('theme:default')}
            rules={rules.filter(fits)}
            value={theme[name] ?? null}
            onChange={(key) => set({ [name]: key })}
          />
        ))}
      {theme.radius !== undefined && (
        <TextPart
          id={`${id}-radius`}
          label={t('theme:radiusPixels')}
          type="number"
          value={radius}
          onChange={(text) => {
            setRadius(text);
            set({ radius: text === '' ? NaN : Number(text) });
          }}
        />
      )}
      {themeChoices
        .filter(({ name }) => name in theme)
        .map(({ name, values }) => (
          <ChoicePart
            key={name}
            id={`${id}-${name}`}
            label={t(themeKeys[name])}
            value={theme[name] ?? ''}
            options={values.map((value) => ({ value, label: labelOfOption(value, words) }))}
            onChange={(value) => set({ [name]: value })}
          />
        ))}
    </EditForm>
  );
}

export const theme: KindView = {
  label: (t) => t('review:kindTheme'),
  gist: (proposal, t) => t('review:changeTheme', { brand: proposal.target.name }),
  title: (_, t) => t('review:kindTheme'),
  Change,
  Edit,
  mark: () => (
    <span className="mq-thumb mq-thumb--file" aria-hidden="true">
      ◐
    </span>
  ),
  place: (proposal) => `/brands/${brandOf(proposal)}/theme`,
};
