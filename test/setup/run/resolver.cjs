// Where jest finds a module: as always, with the bundles of test/setup/run/packages.mjs in place of the packages. A .cjs file, because jest
// loads its resolver with require().
/* global __dirname */
const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');

const table = path.resolve(__dirname, '../../../.data/test-packages/table.json');

let files;

/** Read when the bundles are there: jest resolves what its own configuration names before it starts the bundling. */
function bundles() {
  if (!files && existsSync(table)) files = JSON.parse(readFileSync(table, 'utf8')).files;
  return files ?? {};
}

/** @param {string} asked @param {{ defaultResolver: (asked: string, options: object) => string }} options */
module.exports = function resolve(asked, options) {
  const file = options.defaultResolver(asked, options);
  return bundles()[file] ?? file;
};
