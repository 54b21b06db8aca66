// Switches the version that is in use, and offers to switch back.
import type { Asset } from '../../../../assets/schemas.ts';
import { call } from '../../../client/operations.ts';
import { offerUndo } from '../../../ui/undo.ts';
import { numberOf } from './version-facts.ts';
import { spoken } from '../../../client/spoken.ts';

/** @param before the version that was in use */
export function offerSwitchBack(version: Asset, before: Asset | null, onChanged: () => void): void {
  offerUndo(spoken().t('versions:isCurrent', { number: numberOf(version) }), async () => {
    if (before) await call('make_version_current', { id: before.id, n: String(before.version) });
    onChanged();
  });
}

/** @throws CallFailed */
export async function makeCurrent(
  version: Asset,
  before: Asset | null,
  onChanged: () => void,
): Promise<void> {
  await call('make_version_current', { id: version.id, n: String(version.version) });
  offerSwitchBack(version, before, onChanged);
  onChanged();
}
