'use client';
// The theme: which rule fills which role, the contrast of its colors, and the fallbacks where contrast is too low.
import { Alert } from '../../ui/Alert.tsx';
import type { BrandTab } from '../brand-tab.ts';
import { useRules } from '../rules/useRules.ts';
import { ThemeForm } from './ThemeForm.tsx';
import { Contrast, ThemeSample } from './ThemeSample.tsx';
import { useTheme } from './useTheme.ts';

export function BrandTheme({ brand, mayWrite, onChanged }: BrandTab) {
  const { theme, problem, change } = useTheme(brand, onChanged);
  const { data: rules } = useRules(brand);
  if (problem) return <Alert problem={problem} />;
  if (!theme) return null;
  return (
    <div className="mq-split">
      <ThemeForm theme={theme} rules={rules} mayWrite={mayWrite} onChange={(patch) => void change(patch)} />
      <div>
        <ThemeSample theme={theme} />
        <Contrast checks={theme.checks} />
      </div>
    </div>
  );
}
