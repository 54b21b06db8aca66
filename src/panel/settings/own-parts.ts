// Editors of properties that no simple input fits, by the names of their setting and property.
import type { ComponentType, ReactNode } from 'react';
import type { Setting, SettingContext } from '../../core/settings/schemas.ts';
import { AutoAcceptPart } from './AutoAcceptPart.tsx';
import { PresetsPart } from './PresetsPart.tsx';
import { RoutesPart } from './stages/RoutesPart.tsx';
import { StagesPart } from './stages/StagesPart.tsx';

export interface OwnPartProps {
  label: string;
  hint: ReactNode;
  problem: string | undefined;
  value: unknown;
  /** Of all properties, as edited so far. */
  values: Readonly<Record<string, unknown>>;
  context: SettingContext;
  onChange: (value: unknown) => void;
}

export const ownParts: Readonly<Record<string, ComponentType<OwnPartProps>>> = {
  'agents.autoAccept': AutoAcceptPart,
  'renditions.presets': PresetsPart,
  'review.stages': StagesPart,
  'review.routes': RoutesPart,
};

/** A setting's values with what was edited in editors of their own. */
export function valuesIn(
  { key, value }: Setting,
  drafts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const edited = Object.entries(drafts).filter(([name]) => `${key}.${name}` in ownParts);
  return {
    ...value,
    ...Object.fromEntries(edited.map(([name, draft]) => [name, JSON.parse(draft) as unknown])),
  };
}
