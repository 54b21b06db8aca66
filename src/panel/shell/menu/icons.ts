'use client';
// The icons of menu entries, one import each, so that only these are loaded. They need the browser's React: they read a context.
export { default as ActivityIcon } from 'lucide-react/icons/activity';
export { default as AgentsIcon } from 'lucide-react/icons/bot';
export { default as BrandsIcon } from 'lucide-react/icons/palette';
export { default as LibraryIcon } from 'lucide-react/icons/images';
export { default as PeopleIcon } from 'lucide-react/icons/users';
export { default as PortalsIcon } from 'lucide-react/icons/store';
export { default as PlainIcon } from 'lucide-react/icons/square';
export { default as ReviewIcon } from 'lucide-react/icons/inbox';
export { default as SettingsIcon } from 'lucide-react/icons/settings';
export { default as SitesIcon } from 'lucide-react/icons/app-window';
