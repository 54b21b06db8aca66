'use client';
// A portal's logo and colours.
import type { PortalTheme } from '../../portals/schemas.ts';
import { AssetPart } from '../assets/AssetPicker.tsx';
import { ColourPart } from '../ui/form/inputs.tsx';
import type { PartProps } from './usePortal.ts';

const colours = [
  { name: 'accent', label: 'Accent' },
  { name: 'background', label: 'Background' },
] as const satisfies { name: keyof PortalTheme; label: string }[];

export function PortalLook({ form, shown: { theme } }: PartProps) {
  const set = (change: Partial<PortalTheme>): void => form.change({ theme: { ...theme, ...change } });
  return (
    <section className="mq-panel" aria-labelledby="mq-portal-look">
      <h2 id="mq-portal-look">Appearance</h2>
      <AssetPart
        label="Logo"
        id={theme.logo}
        problem={form.saving.at('theme.logo')}
        hint="Defaults to the first brand’s logo, then the organization’s."
        onChange={(logo) => set({ logo })}
      />
      <div className="mq-pair">
        {colours.map(({ name, label }) => (
          <ColourPart
            key={name}
            id={`mq-portal-${name}`}
            label={label}
            value={theme[name] ?? ''}
            placeholder="From the brand"
            problem={form.saving.at(`theme.${name}`)}
            onChange={(colour) => set({ [name]: colour.trim() || null })}
          />
        ))}
      </div>
    </section>
  );
}
