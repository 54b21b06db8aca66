// The scope that a person has on a workspace, as the person is told.
import type { Person, Place, TestService } from '../setup/service.ts';

export async function scopeOf(marque: TestService, person: Person, place: Place): Promise<string | null> {
  const { body } = await marque.call('GET', '/api/v1/me', {
    as: person,
    headers: { 'x-workspace': place.workspaceId },
  });
  return (body.data?.scope as string | undefined) ?? null;
}
