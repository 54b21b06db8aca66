// Who a refused save says has changed the brand meanwhile.
import type { CallFailed } from '../client/api.ts';

export function changersOf({ detail }: CallFailed): string[] {
  return (detail as { changed?: { by?: string[] } } | null)?.changed?.by ?? [];
}
