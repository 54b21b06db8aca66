// Fields that sites and portals share.
import type { Field } from 'payload';
import { accessModes } from './schemas.ts';

const accessModeLabels = {
  public: 'Everyone',
  password: 'Password-protected',
  members: 'Members',
} as const;

/** Changed by the operations, which set the password along with it. */
export const accessModeField: Field = {
  name: 'access',
  type: 'select',
  required: true,
  defaultValue: 'public',
  options: accessModes.map((value) => ({ value, label: accessModeLabels[value] })),
  access: { create: () => false, update: () => false },
  admin: { condition: () => false },
};

/** @param description which part of the address it is */
export const slugField = (description: string): Field => ({
  name: 'slug',
  type: 'text',
  maxLength: 63,
  unique: true,
  admin: { description },
});
