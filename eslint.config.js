// What the linter holds: typescript-eslint's type-checked rules everywhere, React's rules where there is React, and bounds on the
// size of files and functions.
import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
  globalIgnores([
    '**/.next/',
    '**/importMap.js',
    'dist/',
    '.data/',
    'coverage/',
    '**/next-env.d.ts',
    'src/generated/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        // Named, since looking for the project of every file takes half as long again.
        project: ['./tsconfig.json', './test/host-app/app/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // Contracts (operations, storage backends, hooks) ask for a promise even of an answer known at once.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // ${number} in a message is what a template is for; objects and null in one are mistakes.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  {
    // A function above these bounds does more than one thing. Tests are exempt: `describe` takes a long function.
    files: ['src', 'plugins', 'endpoints', 'collections', 'bench', 'demo'].map(
      (folder) => `${folder}/**/*.{ts,tsx}`,
    ),
    ignores: ['src/core/db/payload/**'],
    rules: {
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      complexity: ['error', 20],
    },
  },
  {
    // A longer file has more than one subject. Migrations are snapshots.
    files: ['**/*.ts', '**/*.tsx'],
    ignores: ['src/core/db/payload/**'],
    rules: { 'max-lines': ['error', 400] },
  },
  {
    // Answers are read as they come: a test says what it expects of them.
    files: ['test/**/*.ts', 'test/**/*.tsx', 'demo/**/*.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    files: ['src/panel/**/*.{ts,tsx}', 'src/app/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: Object.fromEntries(
        ['Buffer', 'console', 'process', 'TextDecoder', 'URL'].map((name) => [name, 'readonly']),
      ),
    },
  },
);
