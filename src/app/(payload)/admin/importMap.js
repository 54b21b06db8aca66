import { Suggestions as Suggestions_2651d2ccb8d6da0352719c7cff6676d5 } from 'marque/panel/assets/Suggestions'
import { MetadataField as MetadataField_be64bab8617a3f8c8807b2a9b8192df0 } from 'marque/panel/assets/MetadataField'
import { TagsCell as TagsCell_7be2463d8f2e89e8992f7ef9268c5f2f } from 'marque/panel/ui/TagsCell'
import { TagsField as TagsField_37aa76d2d38e6690a1ef37355a3399b1 } from 'marque/panel/ui/TagsField'
import { ValuesField as ValuesField_7b1b9e5f378f2a237dfa1154feb307bb } from 'marque/panel/fields/ValuesField'
import { RightsField as RightsField_37f4a51df5e6a26ca814550a905ec368 } from 'marque/panel/assets/RightsField'
import { AssetRenditions as AssetRenditions_ea33366fcc249d9751e59675268eff25 } from 'marque/panel/assets/AssetRenditions'
import { AssetVersions as AssetVersions_2616e70e74fe1b34369dc298237617ce } from 'marque/panel/assets/AssetVersions'
import { AssetUses as AssetUses_d83132872aa2e298c33778196cec41a6 } from 'marque/panel/assets/AssetUses'
import { WhoCanReach as WhoCanReach_5e657d67619d025d7ad6365544ce52f8 } from 'marque/panel/access-report/WhoCanReach'
import { AssetActivity as AssetActivity_c76962b6e458cf4395f3eda96d0e6139 } from 'marque/panel/assets/AssetActivity'
import { AssetStateCell as AssetStateCell_ea279d590cc5fff8dfb46cb24f703463 } from 'marque/panel/assets/AssetNameCell'
import { StatusField as StatusField_22fdedbd8c9c711b0890c1db119dad5f } from 'marque/panel/assets/StatusField'
import { AssetNameCell as AssetNameCell_ea279d590cc5fff8dfb46cb24f703463 } from 'marque/panel/assets/AssetNameCell'
import { AssetFile as AssetFile_d07946b459f7b68991b7bad7545242db } from 'marque/panel/assets/AssetFile'
import { Library as Library_cc265237e5ee6e0f306912a1730a8114 } from 'marque/panel/assets/Library'
import { FieldTypeField as FieldTypeField_95220d5b542744dccd6de3e952218a5b } from 'marque/panel/fields/FieldTypeField'
import { BrandNameCell as BrandNameCell_c4f64bea5c843e0d8f7fd27a1e2f7dd0 } from 'marque/panel/brands/BrandRoom'
import { PortalSettings as PortalSettings_1f7ea823d09a260a89bb52d9c907db39 } from 'marque/panel/portals/PortalSettings'
import { SiteDeployments as SiteDeployments_4f0efe6d2071ff64f1bc4d195cbb0659 } from 'marque/panel/sites/SiteDeployments'
import { PersonPage as PersonPage_3fe95addfda17415c26ed74ec9fb03f0 } from 'marque/panel/identity/PersonPage'
import { People as People_edd44b288bad7d1f06259920c6b91ca3 } from 'marque/panel/identity/People'
import { KeyMaker as KeyMaker_bf125a3ccb711fed3933723eb57128e0 } from 'marque/panel/access/KeyMaker'
import { RevokeKey as RevokeKey_df21b0f02824dd7cb917288072ece619 } from 'marque/panel/access/RevokeKey'
import { Icon as Icon_e33d2730e48d9d3a4a34ef7142b62e1b } from 'marque/panel/shell/Brand'
import { Logo as Logo_e33d2730e48d9d3a4a34ef7142b62e1b } from 'marque/panel/shell/Brand'
import { WorkspaceSwitch as WorkspaceSwitch_2fc2aca0c7b48b8dbdecc4e29d230f34 } from 'marque/panel/shell/WorkspaceSwitch'
import { ReviewLink as ReviewLink_157e46aa435fa76b8df907d1c9125f75 } from 'marque/panel/review/ReviewLink'
import { AgentsLink as AgentsLink_7c3608495f7474472be60d6c24793608 } from 'marque/panel/agents/AgentsLink'
import { ActivityLink as ActivityLink_c1f608384f11efb48450907243e7f9fd } from 'marque/panel/events/ActivityLink'
import { SettingsLink as SettingsLink_ce29fe5d035104788e26f04b2cb508df } from 'marque/panel/settings/SettingsLink'
import { PanelProviders as PanelProviders_5ae0adab1f6d1682bcf445d95ee8fc0c } from 'marque/panel/shell/PanelProviders'
import { ReviewPage as ReviewPage_534cf856f3324c988a8a616e9f4e30e7 } from 'marque/panel/review/ReviewPage'
import { AgentsPage as AgentsPage_a8c0b84e661861226d4fc154f1a348f5 } from 'marque/panel/agents/AgentsPage'
import { Connect as Connect_903e12f4286db43bc2ca549926713a96 } from 'marque/panel/agents/Connect'
import { Dashboard as Dashboard_4782cc22552f432cbb8301e200825d3c } from 'marque/panel/shell/Dashboard'
import { Welcome as Welcome_65c075d7dfd66ed9509dae34529e0661 } from 'marque/panel/shell/Welcome'
import { BrandView as BrandView_fea73a75af90d159237b3e06b359e9c1 } from 'marque/panel/brands/BrandView'
import { EventsPage as EventsPage_96ac39977a3120c91ee65f285b944d73 } from 'marque/panel/events/EventsPage'
import { SettingsPage as SettingsPage_8598fe642c9360e7860874f916ac9dea } from 'marque/panel/settings/SettingsPage'
import { Account as Account_95a92c52d15054928b13ea2809129431 } from 'marque/panel/identity/Account'
import { ForgottenPassword as ForgottenPassword_968b18c43ca6ba5ca87bad28fabd6b2b } from 'marque/panel/shell/ForgottenPassword'
import { ResetPassword as ResetPassword_7b99cc14122e9a5e0c80ecce44e7f804 } from 'marque/panel/shell/ResetPassword'
import { TakeInvitation as TakeInvitation_810cca39fbe48444fe087168d0be3d97 } from 'marque/panel/identity/TakeInvitation'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'

/** @type import('payload').ImportMap */
export const importMap = {
  "marque/panel/assets/Suggestions#Suggestions": Suggestions_2651d2ccb8d6da0352719c7cff6676d5,
  "marque/panel/assets/MetadataField#MetadataField": MetadataField_be64bab8617a3f8c8807b2a9b8192df0,
  "marque/panel/ui/TagsCell#TagsCell": TagsCell_7be2463d8f2e89e8992f7ef9268c5f2f,
  "marque/panel/ui/TagsField#TagsField": TagsField_37aa76d2d38e6690a1ef37355a3399b1,
  "marque/panel/fields/ValuesField#ValuesField": ValuesField_7b1b9e5f378f2a237dfa1154feb307bb,
  "marque/panel/assets/RightsField#RightsField": RightsField_37f4a51df5e6a26ca814550a905ec368,
  "marque/panel/assets/AssetRenditions#AssetRenditions": AssetRenditions_ea33366fcc249d9751e59675268eff25,
  "marque/panel/assets/AssetVersions#AssetVersions": AssetVersions_2616e70e74fe1b34369dc298237617ce,
  "marque/panel/assets/AssetUses#AssetUses": AssetUses_d83132872aa2e298c33778196cec41a6,
  "marque/panel/access-report/WhoCanReach#WhoCanReach": WhoCanReach_5e657d67619d025d7ad6365544ce52f8,
  "marque/panel/assets/AssetActivity#AssetActivity": AssetActivity_c76962b6e458cf4395f3eda96d0e6139,
  "marque/panel/assets/AssetNameCell#AssetStateCell": AssetStateCell_ea279d590cc5fff8dfb46cb24f703463,
  "marque/panel/assets/StatusField#StatusField": StatusField_22fdedbd8c9c711b0890c1db119dad5f,
  "marque/panel/assets/AssetNameCell#AssetNameCell": AssetNameCell_ea279d590cc5fff8dfb46cb24f703463,
  "marque/panel/assets/AssetFile#AssetFile": AssetFile_d07946b459f7b68991b7bad7545242db,
  "marque/panel/assets/Library#Library": Library_cc265237e5ee6e0f306912a1730a8114,
  "marque/panel/fields/FieldTypeField#FieldTypeField": FieldTypeField_95220d5b542744dccd6de3e952218a5b,
  "marque/panel/brands/BrandRoom#BrandNameCell": BrandNameCell_c4f64bea5c843e0d8f7fd27a1e2f7dd0,
  "marque/panel/portals/PortalSettings#PortalSettings": PortalSettings_1f7ea823d09a260a89bb52d9c907db39,
  "marque/panel/sites/SiteDeployments#SiteDeployments": SiteDeployments_4f0efe6d2071ff64f1bc4d195cbb0659,
  "marque/panel/identity/PersonPage#PersonPage": PersonPage_3fe95addfda17415c26ed74ec9fb03f0,
  "marque/panel/identity/People#People": People_edd44b288bad7d1f06259920c6b91ca3,
  "marque/panel/access/KeyMaker#KeyMaker": KeyMaker_bf125a3ccb711fed3933723eb57128e0,
  "marque/panel/access/RevokeKey#RevokeKey": RevokeKey_df21b0f02824dd7cb917288072ece619,
  "marque/panel/shell/Brand#Icon": Icon_e33d2730e48d9d3a4a34ef7142b62e1b,
  "marque/panel/shell/Brand#Logo": Logo_e33d2730e48d9d3a4a34ef7142b62e1b,
  "marque/panel/shell/WorkspaceSwitch#WorkspaceSwitch": WorkspaceSwitch_2fc2aca0c7b48b8dbdecc4e29d230f34,
  "marque/panel/review/ReviewLink#ReviewLink": ReviewLink_157e46aa435fa76b8df907d1c9125f75,
  "marque/panel/agents/AgentsLink#AgentsLink": AgentsLink_7c3608495f7474472be60d6c24793608,
  "marque/panel/events/ActivityLink#ActivityLink": ActivityLink_c1f608384f11efb48450907243e7f9fd,
  "marque/panel/settings/SettingsLink#SettingsLink": SettingsLink_ce29fe5d035104788e26f04b2cb508df,
  "marque/panel/shell/PanelProviders#PanelProviders": PanelProviders_5ae0adab1f6d1682bcf445d95ee8fc0c,
  "marque/panel/review/ReviewPage#ReviewPage": ReviewPage_534cf856f3324c988a8a616e9f4e30e7,
  "marque/panel/agents/AgentsPage#AgentsPage": AgentsPage_a8c0b84e661861226d4fc154f1a348f5,
  "marque/panel/agents/Connect#Connect": Connect_903e12f4286db43bc2ca549926713a96,
  "marque/panel/shell/Dashboard#Dashboard": Dashboard_4782cc22552f432cbb8301e200825d3c,
  "marque/panel/shell/Welcome#Welcome": Welcome_65c075d7dfd66ed9509dae34529e0661,
  "marque/panel/brands/BrandView#BrandView": BrandView_fea73a75af90d159237b3e06b359e9c1,
  "marque/panel/events/EventsPage#EventsPage": EventsPage_96ac39977a3120c91ee65f285b944d73,
  "marque/panel/settings/SettingsPage#SettingsPage": SettingsPage_8598fe642c9360e7860874f916ac9dea,
  "marque/panel/identity/Account#Account": Account_95a92c52d15054928b13ea2809129431,
  "marque/panel/shell/ForgottenPassword#ForgottenPassword": ForgottenPassword_968b18c43ca6ba5ca87bad28fabd6b2b,
  "marque/panel/shell/ResetPassword#ResetPassword": ResetPassword_7b99cc14122e9a5e0c80ecce44e7f804,
  "marque/panel/identity/TakeInvitation#TakeInvitation": TakeInvitation_810cca39fbe48444fe087168d0be3d97,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1
}
