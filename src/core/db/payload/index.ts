import * as migration_20261121_095535_spine from './20261121_095535_spine.ts';
import * as migration_20261121_124644_brands from './20261121_124644_brands.ts';
import * as migration_20261121_143509_groups from './20261121_143509_groups.ts';
import * as migration_20261121_155746_sites from './20261121_155746_sites.ts';
import * as migration_20261121_190140_portals from './20261121_190140_portals.ts';
import * as migration_20261121_223243_field_types from './20261121_223243_field_types.ts';
import * as migration_20261123_064204_resource_kinds from './20261123_064204_resource_kinds.ts';
import * as migration_20261123_102342_collection_cover from './20261123_102342_collection_cover.ts';
import * as migration_20261124_113827_collection_parent from './20261124_113827_collection_parent.ts';
import * as migration_20261124_211454_collection_privacy from './20261124_211454_collection_privacy.ts';
import * as migration_20261127_193146_translated_fields from './20261127_193146_translated_fields.ts';

export const migrations = [
  {
    up: migration_20261121_095535_spine.up,
    down: migration_20261121_095535_spine.down,
    name: '20261121_095535_spine',
  },
  {
    up: migration_20261121_124644_brands.up,
    down: migration_20261121_124644_brands.down,
    name: '20261121_124644_brands',
  },
  {
    up: migration_20261121_143509_groups.up,
    down: migration_20261121_143509_groups.down,
    name: '20261121_143509_groups',
  },
  {
    up: migration_20261121_155746_sites.up,
    down: migration_20261121_155746_sites.down,
    name: '20261121_155746_sites',
  },
  {
    up: migration_20261121_190140_portals.up,
    down: migration_20261121_190140_portals.down,
    name: '20261121_190140_portals',
  },
  {
    up: migration_20261121_223243_field_types.up,
    down: migration_20261121_223243_field_types.down,
    name: '20261121_223243_field_types',
  },
  {
    up: migration_20261123_064204_resource_kinds.up,
    down: migration_20261123_064204_resource_kinds.down,
    name: '20261123_064204_resource_kinds',
  },
  {
    up: migration_20261123_102342_collection_cover.up,
    down: migration_20261123_102342_collection_cover.down,
    name: '20261123_102342_collection_cover',
  },
  {
    up: migration_20261124_113827_collection_parent.up,
    down: migration_20261124_113827_collection_parent.down,
    name: '20261124_113827_collection_parent',
  },
  {
    up: migration_20261124_211454_collection_privacy.up,
    down: migration_20261124_211454_collection_privacy.down,
    name: '20261124_211454_collection_privacy',
  },
  {
    up: migration_20261127_193146_translated_fields.up,
    down: migration_20261127_193146_translated_fields.down,
    name: '20261127_193146_translated_fields',
  },
];
