// What random assets and searches are made of: few values, so that they often meet.
export const words = [
  'logo',
  'log',
  'café',
  'CAFE',
  'summer',
  'sum',
  'hero-shot',
  'blau',
  'übung',
  '2024',
  'x',
  '\u{1F600}',
  '\uFF21',
];
export const tags = ['Logo', 'logo', 'dark', 'light', 'café', 'a b', 'z'];
export const mimes = [
  'image/jpeg',
  'image/png',
  'video/mp4',
  'application/pdf',
  'font/woff2',
  'application/zip',
];
export const statuses = ['draft', 'proposed', 'active', 'active', 'active', 'archived', 'rejected'];
export const gaps = ['alt:en', 'title:en', 'description:en', 'alt:de', 'title:de', 'description:pt-br'];
export const seasons = ['spring', 'autumn', 'winter'];
/** By ID. */
export const uploaders = new Map([
  ['5d0a7a5e-6a3f-4b0e-9d5a-0d4b8f1c2a01', 'Mara'],
  ['0b9f3c52-8f0e-4f55-8c11-7c2f4ae3d902', 'Jon'],
  ['c3e1d9a4-2b7c-4e0d-b6aa-91f2e0d4c703', 'Mara'],
]);
export const days = ['2019-12-31', '2020-06-01', '2099-01-01'];
