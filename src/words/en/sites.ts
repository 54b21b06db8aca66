export const sites = {
  checking: 'Checking',
  live: 'Live',
  replaced: 'Replaced',
  failed: 'Failed',
  restore: 'Restore',
  path: 'Path',
  chooseZip: 'Choose a zip',
  deploy: 'Deploy',
  deployHint:
    'Drop your build output anywhere on this page as a single zip, or choose it. It goes live once every file has been checked.',
  noDeployments: 'No deployments yet.',
  deployments: 'Deployments',
  title: 'Sites',
  files_one: '{{count}} file, {{size}}',
  files_other: '{{count}} files, {{size}}',
} as const;
