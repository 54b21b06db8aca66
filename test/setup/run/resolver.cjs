// Where jest finds a module: as always, with the files of test/setup/run/packages.mjs in place of the packages that workers have loaded. A .cjs
// file, because jest loads its resolver with require().
/* global __dirname */
const { readFileSync, statSync } = require('node:fs');
const path = require('node:path');

const table = path.resolve(__dirname, '../../../.data/test-packages/table.json');

let files = {};
let writtenAt = 0;

/** Read again once it's written anew: jest resolves what its own configuration names before that. */
function standIns() {
  const at = statSync(table, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (at !== writtenAt) {
    files = JSON.parse(readFileSync(table, 'utf8')).files;
    writtenAt = at;
  }
  return files;
}

/** @param {string} asked @param {{ defaultResolver: (asked: string, options: object) => string }} options */
module.exports = function resolve(asked, options) {
  const file = options.defaultResolver(asked, options);
  return standIns()[file] ?? file;
};
