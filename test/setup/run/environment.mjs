// Node as jest sets it up for each test file, with the packages that its worker has loaded already (test/setup/run/packages.mjs).
import { AsyncLocalStorage } from 'node:async_hooks';
import { types } from 'node:util';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';
import { globalName, loadPackages } from './packages.mjs';

const packages = await loadPackages();

/** An error of a class of that name, of whichever global object. */
const isErrorNamed = (name) => (one) => {
  if (!types.isNativeError(one)) return false;
  for (let at = Object.getPrototypeOf(one); at !== null; at = Object.getPrototypeOf(at))
    if (at.constructor?.name === name) return true;
  return false;
};
const errors = ['AggregateError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'];

// A test file has a global object of its own. What it made with that one's classes would be foreign to the packages, so it's given theirs.
// What comes from the language itself, such as the promise of an async function or an error that JSON.parse throws, is still the file's
// own, and counts too.
const shared = {
  Date: types.isDate,
  Error: types.isNativeError,
  Map: types.isMap,
  Promise: types.isPromise,
  RegExp: types.isRegExp,
  Set: types.isSet,
  ...Object.fromEntries(errors.map((name) => [name, isErrorNamed(name)])),
};
/** Of these, a file keeps its own, which its literals are. */
const own = { Array: Array.isArray, Function: (one) => typeof one === 'function' };

const ordinary = Function.prototype[Symbol.hasInstance];
for (const [name, isOne] of Object.entries({ ...shared, ...own })) {
  const known = globalThis[name];
  Object.defineProperty(known, Symbol.hasInstance, {
    // Classes that extend it inherit this.
    value(one) {
      return ordinary.call(this, one) || (this === known && isOne(one));
    },
  });
}

// Node carries every storage that was ever entered along each promise, also those of files that are done, and keeps their modules for that.
const entered = new Set();
for (const method of ['run', 'enterWith']) {
  const enter = AsyncLocalStorage.prototype[method];
  AsyncLocalStorage.prototype[method] = function (...input) {
    entered.add(this);
    return enter.apply(this, input);
  };
}
function leaveStorages() {
  for (const one of entered) one.disable();
  entered.clear();
}

export default class PackagesEnvironment extends TestEnvironment {
  /**
   * Jest puts a proxy around the global object of a test file, so that each lookup of a global (`Promise`, `undefined`) leaves compiled
   * code. The file gets an ordinary global object: files that compute much take half as long. The proxy only kept values for a clean-up
   * that's off.
   */
  constructor(config, context) {
    const createContext = vm.createContext;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }

  async setup() {
    await super.setup();
    this.before = { ...process.env };
    for (const name of Object.keys(shared)) this.global[name] = globalThis[name];
    this.global[globalName] = packages;
    // Packages read the real one.
    this.global.process.env = process.env;
  }

  async teardown() {
    for (const name of Object.keys(process.env)) if (!(name in this.before)) delete process.env[name];
    Object.assign(process.env, this.before);
    // Payload keeps every instance.
    globalThis._payload?.clear();
    leaveStorages();
    await super.teardown();
  }
}
