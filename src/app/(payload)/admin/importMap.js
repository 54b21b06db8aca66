import { Suggestions as Suggestions_2651d2ccb8d6da0352719c7cff6676d5 } from 'marque/admin/Suggestions'
import { MetadataField as MetadataField_be64bab8617a3f8c8807b2a9b8192df0 } from 'marque/admin/MetadataField'
import { TagsCell as TagsCell_7be2463d8f2e89e8992f7ef9268c5f2f } from 'marque/admin/TagsCell'
import { TagsField as TagsField_37aa76d2d38e6690a1ef37355a3399b1 } from 'marque/admin/TagsField'
import { ValuesField as ValuesField_7b1b9e5f378f2a237dfa1154feb307bb } from 'marque/admin/ValuesField'
import { RightsField as RightsField_37f4a51df5e6a26ca814550a905ec368 } from 'marque/admin/RightsField'
import { AssetRenditions as AssetRenditions_ea33366fcc249d9751e59675268eff25 } from 'marque/admin/AssetRenditions'
import { AssetVersions as AssetVersions_2616e70e74fe1b34369dc298237617ce } from 'marque/admin/AssetVersions'
import { AssetUses as AssetUses_d83132872aa2e298c33778196cec41a6 } from 'marque/admin/AssetUses'
import { WhoCanReach as WhoCanReach_5e657d67619d025d7ad6365544ce52f8 } from 'marque/admin/WhoCanReach'
import { AssetActivity as AssetActivity_c76962b6e458cf4395f3eda96d0e6139 } from 'marque/admin/AssetActivity'
import { AssetStateCell as AssetStateCell_ea279d590cc5fff8dfb46cb24f703463 } from 'marque/admin/AssetNameCell'
import { StatusField as StatusField_22fdedbd8c9c711b0890c1db119dad5f } from 'marque/admin/StatusField'
import { AssetNameCell as AssetNameCell_ea279d590cc5fff8dfb46cb24f703463 } from 'marque/admin/AssetNameCell'
import { AssetFile as AssetFile_d07946b459f7b68991b7bad7545242db } from 'marque/admin/AssetFile'
import { Library as Library_cc265237e5ee6e0f306912a1730a8114 } from 'marque/admin/Library'
import { FieldTypeField as FieldTypeField_95220d5b542744dccd6de3e952218a5b } from 'marque/admin/FieldTypeField'
import { BrandNameCell as BrandNameCell_c4f64bea5c843e0d8f7fd27a1e2f7dd0 } from 'marque/admin/BrandRoom'
import { PortalSettings as PortalSettings_1f7ea823d09a260a89bb52d9c907db39 } from 'marque/admin/PortalSettings'
import { SiteDeployments as SiteDeployments_4f0efe6d2071ff64f1bc4d195cbb0659 } from 'marque/admin/SiteDeployments'
import { PersonPage as PersonPage_3fe95addfda17415c26ed74ec9fb03f0 } from 'marque/admin/PersonPage'
import { People as People_edd44b288bad7d1f06259920c6b91ca3 } from 'marque/admin/People'
import { KeyMaker as KeyMaker_bf125a3ccb711fed3933723eb57128e0 } from 'marque/admin/KeyMaker'
import { RevokeKey as RevokeKey_df21b0f02824dd7cb917288072ece619 } from 'marque/admin/RevokeKey'
import { Icon as Icon_e33d2730e48d9d3a4a34ef7142b62e1b } from 'marque/admin/Brand'
import { Logo as Logo_e33d2730e48d9d3a4a34ef7142b62e1b } from 'marque/admin/Brand'
import { WorkspaceSwitch as WorkspaceSwitch_2fc2aca0c7b48b8dbdecc4e29d230f34 } from 'marque/admin/WorkspaceSwitch'
import { ReviewLink as ReviewLink_157e46aa435fa76b8df907d1c9125f75 } from 'marque/admin/ReviewLink'
import { AgentsLink as AgentsLink_7c3608495f7474472be60d6c24793608 } from 'marque/admin/AgentsLink'
import { ActivityLink as ActivityLink_c1f608384f11efb48450907243e7f9fd } from 'marque/admin/ActivityLink'
import { SettingsLink as SettingsLink_ce29fe5d035104788e26f04b2cb508df } from 'marque/admin/SettingsLink'
import { PanelProviders as PanelProviders_5ae0adab1f6d1682bcf445d95ee8fc0c } from 'marque/admin/PanelProviders'
import { ReviewPage as ReviewPage_534cf856f3324c988a8a616e9f4e30e7 } from 'marque/admin/ReviewPage'
import { AgentsPage as AgentsPage_a8c0b84e661861226d4fc154f1a348f5 } from 'marque/admin/AgentsPage'
import { Connect as Connect_903e12f4286db43bc2ca549926713a96 } from 'marque/admin/Connect'
import { Dashboard as Dashboard_4782cc22552f432cbb8301e200825d3c } from 'marque/admin/Dashboard'
import { Welcome as Welcome_65c075d7dfd66ed9509dae34529e0661 } from 'marque/admin/Welcome'
import { BrandView as BrandView_fea73a75af90d159237b3e06b359e9c1 } from 'marque/admin/BrandView'
import { EventsPage as EventsPage_96ac39977a3120c91ee65f285b944d73 } from 'marque/admin/EventsPage'
import { SettingsPage as SettingsPage_8598fe642c9360e7860874f916ac9dea } from 'marque/admin/SettingsPage'
import { Account as Account_95a92c52d15054928b13ea2809129431 } from 'marque/admin/Account'
import { ForgottenPassword as ForgottenPassword_968b18c43ca6ba5ca87bad28fabd6b2b } from 'marque/admin/ForgottenPassword'
import { ResetPassword as ResetPassword_7b99cc14122e9a5e0c80ecce44e7f804 } from 'marque/admin/ResetPassword'
import { TakeInvitation as TakeInvitation_810cca39fbe48444fe087168d0be3d97 } from 'marque/admin/TakeInvitation'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'

/** @type import('payload').ImportMap */
export const importMap = {
  "marque/admin/Suggestions#Suggestions": Suggestions_2651d2ccb8d6da0352719c7cff6676d5,
  "marque/admin/MetadataField#MetadataField": MetadataField_be64bab8617a3f8c8807b2a9b8192df0,
  "marque/admin/TagsCell#TagsCell": TagsCell_7be2463d8f2e89e8992f7ef9268c5f2f,
  "marque/admin/TagsField#TagsField": TagsField_37aa76d2d38e6690a1ef37355a3399b1,
  "marque/admin/ValuesField#ValuesField": ValuesField_7b1b9e5f378f2a237dfa1154feb307bb,
  "marque/admin/RightsField#RightsField": RightsField_37f4a51df5e6a26ca814550a905ec368,
  "marque/admin/AssetRenditions#AssetRenditions": AssetRenditions_ea33366fcc249d9751e59675268eff25,
  "marque/admin/AssetVersions#AssetVersions": AssetVersions_2616e70e74fe1b34369dc298237617ce,
  "marque/admin/AssetUses#AssetUses": AssetUses_d83132872aa2e298c33778196cec41a6,
  "marque/admin/WhoCanReach#WhoCanReach": WhoCanReach_5e657d67619d025d7ad6365544ce52f8,
  "marque/admin/AssetActivity#AssetActivity": AssetActivity_c76962b6e458cf4395f3eda96d0e6139,
  "marque/admin/AssetNameCell#AssetStateCell": AssetStateCell_ea279d590cc5fff8dfb46cb24f703463,
  "marque/admin/StatusField#StatusField": StatusField_22fdedbd8c9c711b0890c1db119dad5f,
  "marque/admin/AssetNameCell#AssetNameCell": AssetNameCell_ea279d590cc5fff8dfb46cb24f703463,
  "marque/admin/AssetFile#AssetFile": AssetFile_d07946b459f7b68991b7bad7545242db,
  "marque/admin/Library#Library": Library_cc265237e5ee6e0f306912a1730a8114,
  "marque/admin/FieldTypeField#FieldTypeField": FieldTypeField_95220d5b542744dccd6de3e952218a5b,
  "marque/admin/BrandRoom#BrandNameCell": BrandNameCell_c4f64bea5c843e0d8f7fd27a1e2f7dd0,
  "marque/admin/PortalSettings#PortalSettings": PortalSettings_1f7ea823d09a260a89bb52d9c907db39,
  "marque/admin/SiteDeployments#SiteDeployments": SiteDeployments_4f0efe6d2071ff64f1bc4d195cbb0659,
  "marque/admin/PersonPage#PersonPage": PersonPage_3fe95addfda17415c26ed74ec9fb03f0,
  "marque/admin/People#People": People_edd44b288bad7d1f06259920c6b91ca3,
  "marque/admin/KeyMaker#KeyMaker": KeyMaker_bf125a3ccb711fed3933723eb57128e0,
  "marque/admin/RevokeKey#RevokeKey": RevokeKey_df21b0f02824dd7cb917288072ece619,
  "marque/admin/Brand#Icon": Icon_e33d2730e48d9d3a4a34ef7142b62e1b,
  "marque/admin/Brand#Logo": Logo_e33d2730e48d9d3a4a34ef7142b62e1b,
  "marque/admin/WorkspaceSwitch#WorkspaceSwitch": WorkspaceSwitch_2fc2aca0c7b48b8dbdecc4e29d230f34,
  "marque/admin/ReviewLink#ReviewLink": ReviewLink_157e46aa435fa76b8df907d1c9125f75,
  "marque/admin/AgentsLink#AgentsLink": AgentsLink_7c3608495f7474472be60d6c24793608,
  "marque/admin/ActivityLink#ActivityLink": ActivityLink_c1f608384f11efb48450907243e7f9fd,
  "marque/admin/SettingsLink#SettingsLink": SettingsLink_ce29fe5d035104788e26f04b2cb508df,
  "marque/admin/PanelProviders#PanelProviders": PanelProviders_5ae0adab1f6d1682bcf445d95ee8fc0c,
  "marque/admin/ReviewPage#ReviewPage": ReviewPage_534cf856f3324c988a8a616e9f4e30e7,
  "marque/admin/AgentsPage#AgentsPage": AgentsPage_a8c0b84e661861226d4fc154f1a348f5,
  "marque/admin/Connect#Connect": Connect_903e12f4286db43bc2ca549926713a96,
  "marque/admin/Dashboard#Dashboard": Dashboard_4782cc22552f432cbb8301e200825d3c,
  "marque/admin/Welcome#Welcome": Welcome_65c075d7dfd66ed9509dae34529e0661,
  "marque/admin/BrandView#BrandView": BrandView_fea73a75af90d159237b3e06b359e9c1,
  "marque/admin/EventsPage#EventsPage": EventsPage_96ac39977a3120c91ee65f285b944d73,
  "marque/admin/SettingsPage#SettingsPage": SettingsPage_8598fe642c9360e7860874f916ac9dea,
  "marque/admin/Account#Account": Account_95a92c52d15054928b13ea2809129431,
  "marque/admin/ForgottenPassword#ForgottenPassword": ForgottenPassword_968b18c43ca6ba5ca87bad28fabd6b2b,
  "marque/admin/ResetPassword#ResetPassword": ResetPassword_7b99cc14122e9a5e0c80ecce44e7f804,
  "marque/admin/TakeInvitation#TakeInvitation": TakeInvitation_810cca39fbe48444fe087168d0be3d97,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1
}
