// The one list of operations, in the order in which doors show them.
import type { AnyOperation } from '../src/core/operation.ts';
import { createKey } from './keys/create-key.ts';
import { deleteKey } from './keys/delete-key.ts';
import { getMe } from './access/get-me.ts';
import { giveGrant } from './access/give-grant.ts';
import { listKeys } from './keys/list-keys.ts';
import { listWorkspaces } from './access/list-workspaces.ts';
import { takeGrant } from './access/take-grant.ts';
import { changeCollectionAssets } from './collections/change-collection-assets.ts';
import { createCollection } from './collections/create-collection.ts';
import { deleteCollection } from './collections/delete-collection.ts';
import { getCollection } from './collections/get-collection.ts';
import { listCollections } from './collections/list-collections.ts';
import { updateCollection } from './collections/update-collection.ts';
import { deleteSession } from './accounts/delete-session.ts';
import { listSessions } from './accounts/list-sessions.ts';
import { resetPassword } from './accounts/reset-password.ts';
import { sendPasswordLink } from './accounts/send-password-link.ts';
import { updateMe } from './accounts/update-me.ts';
import { getSession } from './accounts/get-session.ts';
import { signIn } from './accounts/sign-in.ts';
import { signOut } from './accounts/sign-out.ts';
import { signUp } from './accounts/sign-up.ts';
import { appendUpload } from './assets/uploads/append-upload.ts';
import { createAsset } from './assets/create-asset.ts';
import { createSignedUrl } from './assets/delivery/create-signed-url.ts';
import { createUpload } from './assets/uploads/create-upload.ts';
import { deleteAsset } from './assets/delete-asset.ts';
import { deliverCurrentRendition } from './assets/delivery/deliver-current-rendition.ts';
import { deliverCurrent } from './assets/delivery/deliver-current.ts';
import { deliverOriginal } from './assets/delivery/deliver-original.ts';
import { deliverRendition } from './assets/delivery/deliver-rendition.ts';
import { describeAsset } from './assets/describe-asset.ts';
import { getAssetUsage } from './assets/get-asset-usage.ts';
import { setAssetUsage } from './assets/set-asset-usage.ts';
import { downloadAssets } from './assets/delivery/download-assets.ts';
import { getAssetContentRendition } from './assets/delivery/get-asset-content-rendition.ts';
import { getAssetContent } from './assets/delivery/get-asset-content.ts';
import { getRenditionUrl } from './assets/delivery/get-rendition-url.ts';
import { getUpload } from './assets/uploads/get-upload.ts';
import { getAsset } from './assets/get-asset.ts';
import { listAssets } from './assets/list-assets.ts';
import { listVersions } from './assets/list-versions.ts';
import { makeVersionCurrent } from './assets/make-version-current.ts';
import { proposeFields } from './assets/propose-fields.ts';
import { proposeTags } from './assets/propose-tags.ts';
import { restoreAsset } from './assets/restore-asset.ts';
import { sendUpload } from './assets/uploads/send-upload.ts';
import { updateAsset } from './assets/update-asset.ts';
import { updateAssets } from './assets/update-assets.ts';
import { changeRuleOrder } from './brands/rules/change-rule-order.ts';
import { createBrand } from './brands/create-brand.ts';
import { createComment } from './brands/comments/create-comment.ts';
import { createFirstPages } from './brands/pages/create-first-pages.ts';
import { createRule } from './brands/rules/create-rule.ts';
import { deleteBrand } from './brands/delete-brand.ts';
import { deleteComment } from './brands/comments/delete-comment.ts';
import { deletePage } from './brands/pages/delete-page.ts';
import { deleteRule } from './brands/rules/delete-rule.ts';
import { editPage } from './brands/pages/edit-page.ts';
import { getBrandStatus } from './brands/publishing/get-brand-status.ts';
import { getBrandVersion } from './brands/publishing/get-brand-version.ts';
import { getBrand } from './brands/get-brand.ts';
import { getComment } from './brands/comments/get-comment.ts';
import { deleteBrandSource } from './brands/source/delete-brand-source.ts';
import { getBrandJson } from './brands/get-brand-json.ts';
import { getBrandLlmsText } from './brands/get-brand-llms-text.ts';
import { getBrandSource } from './brands/source/get-brand-source.ts';
import { getBrandSync } from './brands/source/get-brand-sync.ts';
import { getFiles } from './brands/source/get-files.ts';
import { getPage } from './brands/pages/get-page.ts';
import { importFiles } from './brands/source/import-files.ts';
import { getTheme } from './brands/get-theme.ts';
import { listBrandUpdates } from './brands/publishing/list-brand-updates.ts';
import { listBrandVersions } from './brands/publishing/list-brand-versions.ts';
import { getTokens } from './brands/get-tokens.ts';
import { listBrands } from './brands/list-brands.ts';
import { listComments } from './brands/comments/list-comments.ts';
import { listPages } from './brands/pages/list-pages.ts';
import { listRules } from './brands/rules/list-rules.ts';
import { listTemplates } from './brands/pages/list-templates.ts';
import { previewPage } from './brands/pages/preview-page.ts';
import { publishBrand } from './brands/publishing/publish-brand.ts';
import { restoreBrandVersion } from './brands/publishing/restore-brand-version.ts';
import { savePage } from './brands/pages/save-page.ts';
import { setBrandSource } from './brands/source/set-brand-source.ts';
import { syncBrandSource } from './brands/source/sync-brand-source.ts';
import { setRules } from './brands/rules/set-rules.ts';
import { updateBrandVersion } from './brands/publishing/update-brand-version.ts';
import { updateBrand } from './brands/update-brand.ts';
import { updateComment } from './brands/comments/update-comment.ts';
import { updateRule } from './brands/rules/update-rule.ts';
import { updateTheme } from './brands/update-theme.ts';
import { listAssetUses } from './access-report/list-asset-uses.ts';
import { listHolders } from './access-report/list-holders.ts';
import { listAudit } from './events/list-audit.ts';
import { listActivity } from './events/list-activity.ts';
import { listAssetActivity } from './events/list-asset-activity.ts';
import { createField } from './fields/create-field.ts';
import { deleteField } from './fields/delete-field.ts';
import { listFieldTypes } from './fields/list-field-types.ts';
import { listFields } from './fields/list-fields.ts';
import { updateField } from './fields/update-field.ts';
import { createInvitation } from './people/create-invitation.ts';
import { deleteInvitation } from './people/delete-invitation.ts';
import { deleteMember } from './people/delete-member.ts';
import { getInvitation } from './people/get-invitation.ts';
import { listMembers } from './people/list-members.ts';
import { sendInvitation } from './people/send-invitation.ts';
import { takeInvitation } from './people/take-invitation.ts';
import { changeGroupMembers } from './people/change-group-members.ts';
import { createGroup } from './people/create-group.ts';
import { deleteGroup } from './people/delete-group.ts';
import { getGroup } from './people/get-group.ts';
import { listGroups } from './people/list-groups.ts';
import { updateGroup } from './people/update-group.ts';
import { closePortal } from './portals/close-portal.ts';
import { createPortalRequest } from './portals/create-portal-request.ts';
import { createPortal } from './portals/create-portal.ts';
import { decidePortalRequest } from './portals/decide-portal-request.ts';
import { deletePortal } from './portals/delete-portal.ts';
import { getPortalBrandJson } from './portals/get-portal-brand-json.ts';
import { getPortalLlmsText } from './portals/get-portal-llms-text.ts';
import { getPortalBrandPage } from './portals/get-portal-brand-page.ts';
import { getPortalBrand } from './portals/get-portal-brand.ts';
import { getPortalHome } from './portals/get-portal-home.ts';
import { getPortalView } from './portals/get-portal-view.ts';
import { getPortal } from './portals/get-portal.ts';
import { listPortalRequests } from './portals/list-portal-requests.ts';
import { sendPortalPassword } from './portals/send-portal-password.ts';
import { sendPortalRequest } from './portals/send-portal-request.ts';
import { listPortalUpdates } from './portals/list-portal-updates.ts';
import { listPortals } from './portals/list-portals.ts';
import { readPortalPage } from './portals/read-portal-page.ts';
import { readPortal } from './portals/read-portal.ts';
import { searchPortal } from './portals/search-portal.ts';
import { updatePortal } from './portals/update-portal.ts';
import { decideProposal } from './proposals/decide-proposal.ts';
import { decideProposals } from './proposals/decide-proposals.ts';
import { listProposals } from './proposals/list-proposals.ts';
import { proposeChanges } from './proposals/propose-changes.ts';
import { proposePage } from './proposals/propose-page.ts';
import { proposeRules } from './proposals/propose-rules.ts';
import { withdrawProposal } from './proposals/withdraw-proposal.ts';
import { createSearch } from './searches/create-search.ts';
import { deleteSearch } from './searches/delete-search.ts';
import { listSearches } from './searches/list-searches.ts';
import { getHealth } from './service/get-health.ts';
import { getOpenapi } from './service/get-openapi.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { createWorkspace } from './organizations/create-workspace.ts';
import { deleteOrganization } from './organizations/delete-organization.ts';
import { deleteWorkspace } from './organizations/delete-workspace.ts';
import { getUsage } from './organizations/get-usage.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { updateOrganization } from './organizations/update-organization.ts';
import { updateWorkspace } from './organizations/update-workspace.ts';
import { getBranding } from './settings/get-branding.ts';
import { getPolicy } from './settings/get-policy.ts';
import { sendTestEmail } from './settings/send-test-email.ts';
import { deleteSetting } from './settings/delete-setting.ts';
import { listSettings } from './settings/list-settings.ts';
import { updateSetting } from './settings/update-setting.ts';
import { createShare } from './shares/create-share.ts';
import { deleteShare } from './shares/delete-share.ts';
import { getSharePage } from './shares/get-share-page.ts';
import { getShared } from './shares/get-shared.ts';
import { listShares } from './shares/list-shares.ts';
import { sendSharePage } from './shares/send-share-page.ts';
import { sendSharedFile } from './shares/send-shared-file.ts';
import { createDeployment } from './sites/create-deployment.ts';
import { createSite } from './sites/create-site.ts';
import { deleteSite } from './sites/delete-site.ts';
import { getSiteDoor } from './sites/get-site-door.ts';
import { getSite } from './sites/get-site.ts';
import { listDeployments } from './sites/list-deployments.ts';
import { listSites } from './sites/list-sites.ts';
import { restoreDeployment } from './sites/restore-deployment.ts';
import { sendSitePassword } from './sites/send-site-password.ts';
import { updateSite } from './sites/update-site.ts';
import { checkUse } from './usage-rights/check-use.ts';

export const operations: readonly AnyOperation[] = [
  getHealth,
  getOpenapi,
  signUp,
  signIn,
  signOut,
  getSession,
  sendPasswordLink,
  resetPassword,
  getMe,
  updateMe,
  listSessions,
  deleteSession,
  listOrganizations,
  createOrganization,
  updateOrganization,
  deleteOrganization,
  listWorkspaces,
  createWorkspace,
  updateWorkspace,
  deleteWorkspace,
  getUsage,
  listKeys,
  createKey,
  deleteKey,
  giveGrant,
  takeGrant,
  listHolders,
  listMembers,
  deleteMember,
  createInvitation,
  deleteInvitation,
  sendInvitation,
  getInvitation,
  takeInvitation,
  listGroups,
  createGroup,
  getGroup,
  updateGroup,
  deleteGroup,
  changeGroupMembers,
  listSettings,
  getPolicy,
  updateSetting,
  deleteSetting,
  sendTestEmail,
  getBranding,
  listFields,
  listFieldTypes,
  createField,
  updateField,
  deleteField,
  listCollections,
  createCollection,
  getCollection,
  updateCollection,
  deleteCollection,
  changeCollectionAssets,
  listSearches,
  createSearch,
  deleteSearch,
  listBrands,
  createBrand,
  getBrand,
  updateBrand,
  deleteBrand,
  getBrandStatus,
  getTheme,
  updateTheme,
  publishBrand,
  listBrandUpdates,
  listBrandVersions,
  getBrandVersion,
  restoreBrandVersion,
  updateBrandVersion,
  listComments,
  getComment,
  createComment,
  updateComment,
  deleteComment,
  listRules,
  createRule,
  setRules,
  changeRuleOrder,
  getTokens,
  getFiles,
  importFiles,
  getBrandJson,
  getBrandLlmsText,
  getBrandSource,
  setBrandSource,
  deleteBrandSource,
  getBrandSync,
  syncBrandSource,
  updateRule,
  deleteRule,
  listTemplates,
  listPages,
  createFirstPages,
  getPage,
  previewPage,
  savePage,
  editPage,
  deletePage,
  listSites,
  createSite,
  getSite,
  updateSite,
  deleteSite,
  listDeployments,
  createDeployment,
  restoreDeployment,
  getSiteDoor,
  sendSitePassword,
  listPortals,
  createPortal,
  getPortal,
  updatePortal,
  deletePortal,
  closePortal,
  listPortalRequests,
  decidePortalRequest,
  readPortal,
  readPortalPage,
  searchPortal,
  listPortalUpdates,
  createPortalRequest,
  getPortalLlmsText,
  getPortalBrandJson,
  getPortalHome,
  sendPortalPassword,
  sendPortalRequest,
  // Before the brands, as llms.txt and brand.json above: "-" must not be taken for one.
  getPortalView,
  getPortalBrand,
  getPortalBrandPage,
  createShare,
  listShares,
  deleteShare,
  getShared,
  sendSharedFile,
  getSharePage,
  sendSharePage,
  listActivity,
  listAudit,
  createUpload,
  sendUpload,
  getUpload,
  appendUpload,
  createAsset,
  listAssets,
  // Before getAsset: "download" must not be taken for an id.
  downloadAssets,
  updateAssets,
  getAsset,
  updateAsset,
  deleteAsset,
  restoreAsset,
  describeAsset,
  getAssetUsage,
  setAssetUsage,
  getRenditionUrl,
  checkUse,
  listVersions,
  listAssetUses,
  makeVersionCurrent,
  proposeTags,
  proposeFields,
  proposeRules,
  proposeChanges,
  proposePage,
  listProposals,
  decideProposals,
  decideProposal,
  withdrawProposal,
  createSignedUrl,
  listAssetActivity,
  getAssetContent,
  getAssetContentRendition,
  deliverOriginal,
  deliverRendition,
  deliverCurrent,
  deliverCurrentRendition,
];
