'use client';
// A portal's logo and colors.
import type { PortalTheme } from '../../portals/schemas.ts';
import type { PlainKey } from '../../words/keys.ts';
import { AssetPart } from '../assets/AssetPicker.tsx';
import { ColorPart } from '../ui/form/inputs.tsx';
import { useWords } from '../words/useWords.ts';
import type { PartProps } from './usePortal.ts';
import { PanelSection } from '../ui/PanelSection.tsx';

const colors = [
  { name: 'accent', label: 'portals:accent' },
  { name: 'background', label: 'portals:background' },
] as const satisfies { name: keyof PortalTheme; label: PlainKey }[];

export function PortalLook({ form, shown: { theme } }: PartProps) {
  const { t } = useWords();
  const set = (change: Partial<PortalTheme>): void => form.change({ theme: { ...theme, ...change } });
  return (
    <PanelSection id="mq-portal-look" title={t('portals:appearance')}>
      <AssetPart
        label={t('portals:logo')}
        id={theme.logo}
        problem={form.saving.at('theme.logo')}
        hint={t('portals:logoHint')}
        onChange={(logo) => set({ logo })}
      />
      <div className="mq-pair">
        {colors.map(({ name, label }) => (
          <ColorPart
            key={name}
            id={`mq-portal-${name}`}
            label={t(label)}
            value={theme[name] ?? ''}
            placeholder={t('portals:fromBrand')}
            problem={form.saving.at(`theme.${name}`)}
            onChange={(color) => set({ [name]: color.trim() || null })}
          />
        ))}
      </div>
    </PanelSection>
  );
}
