// The settings page. The API decides what a person sees.
import { pageOf } from '../shell/page.tsx';
import { Settings } from './Settings.tsx';

export const SettingsPage = pageOf(Settings, '/settings');
