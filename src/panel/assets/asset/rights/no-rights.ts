// Usage rights that limit nothing. Pure.
import type { Rights } from '../../../../assets/schemas.ts';

export const noRights: Rights = {
  license: null,
  territories: [],
  channels: [],
  embargo: null,
  expires: null,
  modelRelease: null,
};

export function isEmptyRights(rights: Rights): boolean {
  const { territories, channels, ...single } = rights;
  return territories.length + channels.length === 0 && Object.values(single).every((value) => value === null);
}
