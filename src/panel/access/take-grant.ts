'use client';
// Revokes a grant, which can be undone: it's given again as it was.
import { call, type InputFor } from '../client/operations.ts';
import { offerUndo } from '../ui/undo.ts';

/**
 * @param given what gives it again
 * @param said what is told of it
 * @param onChanged called after it was revoked, and after it was given again
 */
export async function takeGrant(
  id: string,
  given: InputFor<'give_grant'>['body'],
  said: string,
  onChanged: () => void,
): Promise<void> {
  await call('take_grant', { grant: id });
  offerUndo(said, async () => {
    await call('give_grant', { body: given });
    onChanged();
  });
  onChanged();
}
