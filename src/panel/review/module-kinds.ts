// The kinds of proposals that modules add, as the config has them, with their names in a person's language. For pages on the server.
import { getTranslation, type I18n } from '@payloadcms/translations';
import type { Payload } from 'payload';
import type { ProposalKindPart } from '../../core/module.ts';

export interface ModuleKind extends Omit<ProposalKindPart, 'label'> {
  label: string;
}

export function moduleKindsIn({ config }: Payload, i18n: I18n): ModuleKind[] {
  const kinds = (config.custom.marqueProposalKinds ?? []) as readonly ProposalKindPart[];
  return kinds.map(({ label, ...kind }) => ({ ...kind, label: getTranslation(label, i18n) }));
}
