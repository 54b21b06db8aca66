// What is chosen of the types of events that a webhook can get.
import { expect, it } from '@jest/globals';
import { foundIn, groupsOf, hasWhole, withType, withWhole } from '../../src/panel/webhooks/chosen-events.ts';

const known = ['brand.published', 'asset.created', 'asset.approved', 'site.live'];

it('types are grouped by resource, with those chosen that are not known', () => {
  expect(groupsOf(known, ['*'])).toEqual([
    { resource: 'asset', types: ['asset.approved', 'asset.created'] },
    { resource: 'brand', types: ['brand.published'] },
    { resource: 'site', types: ['site.live'] },
  ]);
  expect(groupsOf(known, ['campaign.*', 'asset.created', 'brand.drawn']).slice(1, 3)).toEqual([
    { resource: 'brand', types: ['brand.drawn', 'brand.published'] },
    { resource: 'campaign', types: [] },
  ]);
});

it('words are found in the names of types', () => {
  const groups = groupsOf([...known, 'site.taken_down'], []);
  expect(foundIn(groups, ' ')).toEqual(groups);
  expect(foundIn(groups, 'Taken Down')).toEqual([{ resource: 'site', types: ['site.taken_down'] }]);
  expect(foundIn(groups, 'approved.')).toEqual([]);
});

it('all of a resource replaces single types of it, and no others', () => {
  const chosen = ['asset.created', 'assets.created', 'brand.published'];
  const whole = withWhole(chosen, 'asset', true);
  expect(whole).toEqual(['assets.created', 'brand.published', 'asset.*']);
  expect([hasWhole(whole, 'asset'), hasWhole(whole, 'brand')]).toEqual([true, false]);
  expect(withWhole(whole, 'asset', false)).toEqual(['assets.created', 'brand.published']);
});

it('a type is chosen once', () => {
  expect(withType(withType(['site.live'], 'asset.created', true), 'asset.created', true)).toEqual([
    'site.live',
    'asset.created',
  ]);
  expect(withType(['site.live'], 'site.live', false)).toEqual([]);
});
