// The page of the settings. What a person may see of them the API decides.
import { pageOf } from '../shell/page.tsx';
import { Settings } from './Settings.tsx';

export const SettingsPage = pageOf(Settings, '/settings');
