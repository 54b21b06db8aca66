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
export const days = ['2019-12-31', '2020-06-01', '2099-01-01'];
