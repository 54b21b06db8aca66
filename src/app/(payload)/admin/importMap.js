import { Suggestions as Suggestions_480aa0a3aac2b949b8855806f2d16774 } from 'marque/panel/assets/Suggestions'
import { MetadataField as MetadataField_25774eb23e6670c72a435bb92ea581a1 } from 'marque/panel/assets/MetadataField'
import { TagsCell as TagsCell_46e5843977cf0dd90236ad7df73a3a02 } from 'marque/panel/ui/TagsCell'
import { TagsField as TagsField_713a54378c30bacb77feb484f9b5eaac } from 'marque/panel/ui/TagsField'
import { ValuesField as ValuesField_780df81c78511cff25720d5b0db1fc84 } from 'marque/panel/fields/ValuesField'
import { RightsField as RightsField_1d36d87e4de21418de192cfaa8efef32 } from 'marque/panel/assets/RightsField'
import { AssetRenditions as AssetRenditions_f2e43b5babdf80de900d99e75f8fe69f } from 'marque/panel/assets/AssetRenditions'
import { AssetVersions as AssetVersions_c0997dedc265af37d0ac3ada84e5bc2f } from 'marque/panel/assets/AssetVersions'
import { AssetUses as AssetUses_b9057887d07b878529541bc0f1954571 } from 'marque/panel/assets/AssetUses'
import { WhoCanReach as WhoCanReach_eef7e48634312fbb09236ecb1384c274 } from 'marque/panel/access-report/WhoCanReach'
import { AssetActivity as AssetActivity_144843ae508f4348daba32cc5aa650f7 } from 'marque/panel/assets/AssetActivity'
import { AssetStateCell as AssetStateCell_caa5af81ced3940423d6fb0988070e21 } from 'marque/panel/assets/AssetNameCell'
import { StatusField as StatusField_edef4afebc81e25f7be33ce2ecf38b7c } from 'marque/panel/assets/StatusField'
import { AssetNameCell as AssetNameCell_caa5af81ced3940423d6fb0988070e21 } from 'marque/panel/assets/AssetNameCell'
import { AssetFile as AssetFile_4d35a8a31452d982d5487626644657a5 } from 'marque/panel/assets/AssetFile'
import { Library as Library_0d987c5887b907c32ed0fa417874e3c5 } from 'marque/panel/assets/library/Library'
import { FieldTypeField as FieldTypeField_3498b4c5d6a5ac582ee68febfdbe6d2d } from 'marque/panel/fields/FieldTypeField'
import { BrandNameCell as BrandNameCell_6314641236fecd2934110ccf8ffe84c7 } from 'marque/panel/brands/BrandRoom'
import { PortalSettings as PortalSettings_0faaf2c9fb992376fb655027f3e752b2 } from 'marque/panel/portals/PortalSettings'
import { SiteDeployments as SiteDeployments_a59579a70f6c96988b857649db2dbc21 } from 'marque/panel/sites/SiteDeployments'
import { PersonPage as PersonPage_32dc68383ecf33a3919c7588d1ea7704 } from 'marque/panel/identity/PersonPage'
import { People as People_8388d48321235964ecfd7770d7be0c63 } from 'marque/panel/identity/People'
import { KeyMaker as KeyMaker_537f16e20aa31e4829b11709a5c35053 } from 'marque/panel/access/KeyMaker'
import { RevokeKey as RevokeKey_ea39ada429fda2400af90f92d8d91840 } from 'marque/panel/access/RevokeKey'
import { Icon as Icon_d1ce1f65e705835446112067af09ca5d } from 'marque/panel/shell/Brand'
import { Logo as Logo_d1ce1f65e705835446112067af09ca5d } from 'marque/panel/shell/Brand'
import { WorkspaceSwitch as WorkspaceSwitch_9736928f5f38be25e4a92814c4770460 } from 'marque/panel/shell/WorkspaceSwitch'
import { ReviewLink as ReviewLink_640699e911c52431974726e2a54f2ac3 } from 'marque/panel/review/ReviewLink'
import { AgentsLink as AgentsLink_ffe736fcf5c869bf39f134db330620a6 } from 'marque/panel/agents/AgentsLink'
import { ActivityLink as ActivityLink_014deb169ddc03c1720481aead83bce4 } from 'marque/panel/events/ActivityLink'
import { SettingsLink as SettingsLink_4319a1a7cc60f8248dce08d1110d2428 } from 'marque/panel/settings/SettingsLink'
import { PanelProviders as PanelProviders_73dab439544b93e2c81ccc07691fb253 } from 'marque/panel/shell/PanelProviders'
import { ReviewPage as ReviewPage_99bb0346cc035bf88e4e1dd4b5124070 } from 'marque/panel/review/ReviewPage'
import { AgentsPage as AgentsPage_c67ce6cc671c321c6da460eb05afe67c } from 'marque/panel/agents/AgentsPage'
import { Connect as Connect_2ac494970499219155ae5a3017e90f70 } from 'marque/panel/agents/Connect'
import { Dashboard as Dashboard_be18572eee49afb3f970ab51917011fc } from 'marque/panel/shell/Dashboard'
import { EventsPage as EventsPage_2f9e19a0dd22699f7d237dca18958410 } from 'marque/panel/events/EventsPage'
import { Account as Account_371234dde68ed7eaf95ce38e795a6d9b } from 'marque/panel/identity/Account'
import { Welcome as Welcome_863d14788331af05e0ebd938babd327e } from 'marque/panel/shell/Welcome'
import { ForgottenPassword as ForgottenPassword_446b2dde623c19f58acaa698507f3ff5 } from 'marque/panel/shell/ForgottenPassword'
import { ResetPassword as ResetPassword_ff111ebde96763e162a8a14090fe87c0 } from 'marque/panel/shell/ResetPassword'
import { TakeInvitation as TakeInvitation_50af8d45a6ef2e5368e3ccb3be399a16 } from 'marque/panel/identity/TakeInvitation'
import { SettingsPage as SettingsPage_9262dba01c2bce7082832f44dcb95f77 } from 'marque/panel/settings/SettingsPage'
import { BrandView as BrandView_f2ca91c7faa5e3ef83f886ababbd8f64 } from 'marque/panel/brands/BrandView'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'

/** @type import('payload').ImportMap */
export const importMap = {
  "marque/panel/assets/Suggestions#Suggestions": Suggestions_480aa0a3aac2b949b8855806f2d16774,
  "marque/panel/assets/MetadataField#MetadataField": MetadataField_25774eb23e6670c72a435bb92ea581a1,
  "marque/panel/ui/TagsCell#TagsCell": TagsCell_46e5843977cf0dd90236ad7df73a3a02,
  "marque/panel/ui/TagsField#TagsField": TagsField_713a54378c30bacb77feb484f9b5eaac,
  "marque/panel/fields/ValuesField#ValuesField": ValuesField_780df81c78511cff25720d5b0db1fc84,
  "marque/panel/assets/RightsField#RightsField": RightsField_1d36d87e4de21418de192cfaa8efef32,
  "marque/panel/assets/AssetRenditions#AssetRenditions": AssetRenditions_f2e43b5babdf80de900d99e75f8fe69f,
  "marque/panel/assets/AssetVersions#AssetVersions": AssetVersions_c0997dedc265af37d0ac3ada84e5bc2f,
  "marque/panel/assets/AssetUses#AssetUses": AssetUses_b9057887d07b878529541bc0f1954571,
  "marque/panel/access-report/WhoCanReach#WhoCanReach": WhoCanReach_eef7e48634312fbb09236ecb1384c274,
  "marque/panel/assets/AssetActivity#AssetActivity": AssetActivity_144843ae508f4348daba32cc5aa650f7,
  "marque/panel/assets/AssetNameCell#AssetStateCell": AssetStateCell_caa5af81ced3940423d6fb0988070e21,
  "marque/panel/assets/StatusField#StatusField": StatusField_edef4afebc81e25f7be33ce2ecf38b7c,
  "marque/panel/assets/AssetNameCell#AssetNameCell": AssetNameCell_caa5af81ced3940423d6fb0988070e21,
  "marque/panel/assets/AssetFile#AssetFile": AssetFile_4d35a8a31452d982d5487626644657a5,
  "marque/panel/assets/library/Library#Library": Library_0d987c5887b907c32ed0fa417874e3c5,
  "marque/panel/fields/FieldTypeField#FieldTypeField": FieldTypeField_3498b4c5d6a5ac582ee68febfdbe6d2d,
  "marque/panel/brands/BrandRoom#BrandNameCell": BrandNameCell_6314641236fecd2934110ccf8ffe84c7,
  "marque/panel/portals/PortalSettings#PortalSettings": PortalSettings_0faaf2c9fb992376fb655027f3e752b2,
  "marque/panel/sites/SiteDeployments#SiteDeployments": SiteDeployments_a59579a70f6c96988b857649db2dbc21,
  "marque/panel/identity/PersonPage#PersonPage": PersonPage_32dc68383ecf33a3919c7588d1ea7704,
  "marque/panel/identity/People#People": People_8388d48321235964ecfd7770d7be0c63,
  "marque/panel/access/KeyMaker#KeyMaker": KeyMaker_537f16e20aa31e4829b11709a5c35053,
  "marque/panel/access/RevokeKey#RevokeKey": RevokeKey_ea39ada429fda2400af90f92d8d91840,
  "marque/panel/shell/Brand#Icon": Icon_d1ce1f65e705835446112067af09ca5d,
  "marque/panel/shell/Brand#Logo": Logo_d1ce1f65e705835446112067af09ca5d,
  "marque/panel/shell/WorkspaceSwitch#WorkspaceSwitch": WorkspaceSwitch_9736928f5f38be25e4a92814c4770460,
  "marque/panel/review/ReviewLink#ReviewLink": ReviewLink_640699e911c52431974726e2a54f2ac3,
  "marque/panel/agents/AgentsLink#AgentsLink": AgentsLink_ffe736fcf5c869bf39f134db330620a6,
  "marque/panel/events/ActivityLink#ActivityLink": ActivityLink_014deb169ddc03c1720481aead83bce4,
  "marque/panel/settings/SettingsLink#SettingsLink": SettingsLink_4319a1a7cc60f8248dce08d1110d2428,
  "marque/panel/shell/PanelProviders#PanelProviders": PanelProviders_73dab439544b93e2c81ccc07691fb253,
  "marque/panel/review/ReviewPage#ReviewPage": ReviewPage_99bb0346cc035bf88e4e1dd4b5124070,
  "marque/panel/agents/AgentsPage#AgentsPage": AgentsPage_c67ce6cc671c321c6da460eb05afe67c,
  "marque/panel/agents/Connect#Connect": Connect_2ac494970499219155ae5a3017e90f70,
  "marque/panel/shell/Dashboard#Dashboard": Dashboard_be18572eee49afb3f970ab51917011fc,
  "marque/panel/events/EventsPage#EventsPage": EventsPage_2f9e19a0dd22699f7d237dca18958410,
  "marque/panel/identity/Account#Account": Account_371234dde68ed7eaf95ce38e795a6d9b,
  "marque/panel/shell/Welcome#Welcome": Welcome_863d14788331af05e0ebd938babd327e,
  "marque/panel/shell/ForgottenPassword#ForgottenPassword": ForgottenPassword_446b2dde623c19f58acaa698507f3ff5,
  "marque/panel/shell/ResetPassword#ResetPassword": ResetPassword_ff111ebde96763e162a8a14090fe87c0,
  "marque/panel/identity/TakeInvitation#TakeInvitation": TakeInvitation_50af8d45a6ef2e5368e3ccb3be399a16,
  "marque/panel/settings/SettingsPage#SettingsPage": SettingsPage_9262dba01c2bce7082832f44dcb95f77,
  "marque/panel/brands/BrandView#BrandView": BrandView_f2ca91c7faa5e3ef83f886ababbd8f64,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1
}
