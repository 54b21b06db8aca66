// An app of its own has this written by `payload generate:importmap`; with no components besides Marque's it comes out the same.
export { importMap } from '../../../node_modules/marque/src/app/(payload)/admin/importMap.js';
