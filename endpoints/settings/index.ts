import type { AnyOperation } from '../../src/core/operation.ts';
import { listSettings } from './list-settings.ts';
import { getPolicy } from './get-policy.ts';
import { updateSetting } from './update-setting.ts';
import { deleteSetting } from './delete-setting.ts';
import { sendTestEmail } from './send-test-email.ts';
import { getBranding } from './get-branding.ts';

export const settingOperations: readonly AnyOperation[] = [
  listSettings,
  getPolicy,
  updateSetting,
  deleteSetting,
  sendTestEmail,
  getBranding,
];
