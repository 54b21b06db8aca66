// How the tests run: TypeScript through swc as ES modules, two workers on one embedded PostgreSQL
// (test/setup/run/global.mjs), and a last line that says how many passed.

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/setup/run/environment.mjs',
  // It would take apart what files share.
  testEnvironmentOptions: { globalsCleanup: 'off' },
  testMatch: ['<rootDir>/test/**/*.test.ts', '<rootDir>/test/**/*.test.tsx'],
  // Every view beside its picture: a minute of a processor for what few changes touch, so it's a command of its own (npm run test:screens).
  testPathIgnorePatterns: ['/node_modules/', ...(process.env.SCREENS ? [] : ['/screens\\.test\\.ts$'])],
  // .next and .data hold copies of package.json and files that come and go under a running server.
  modulePathIgnorePatterns: ['/\\.next/', '<rootDir>/.data/', '<rootDir>/dist/'],
  watchPathIgnorePatterns: ['/\\.next/', '<rootDir>/.data/', '<rootDir>/dist/'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // As `paths` of tsconfig.json.
  moduleNameMapper: {
    '^@payload-config$': '<rootDir>/payload.config.ts',
    '^marque$': '<rootDir>/plugins/marque/index.ts',
    '^marque/extend$': '<rootDir>/src/extend.ts',
    '^marque/testing$': '<rootDir>/src/testing.ts',
  },
  transform: {
    '^.+\\.(t|j)sx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  resolver: '<rootDir>/test/setup/run/resolver.cjs',
  globalSetup: '<rootDir>/test/setup/run/global.mjs',
  globalTeardown: '<rootDir>/test/setup/run/global-teardown.js',
  testSequencer: '<rootDir>/test/setup/run/sequencer.js',
  reporters: ['default', '<rootDir>/test/setup/run/summary-reporter.js'],
  // Ends what hangs. What is only slow, on a machine that does much else, is to pass: no test sets a shorter one.
  testTimeout: 300_000,
  // As many as processors: the browsers and databases that files start use what the workers leave. With a third, the same files
  // take longer.
  maxWorkers: 2,
  // Modules of files that are done stay in memory: a worker that holds too many of them collects garbage instead of testing. So that it
  // does less of that between two files, `npm test` gives the young part of the heap 64 MB instead of 16.
  workerIdleMemoryLimit: '1GB',
};
