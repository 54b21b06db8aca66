// Campaigns: a module with one of everything an agency usually adds. docs/extending.md builds it step by step.
import { defineModule } from 'marque/extend';
import { assetForCampaign } from './asset-for-campaign.ts';
import { campaign, campaignFacet } from './campaign.ts';
import { campaignTemplate } from './campaign-template.tsx';
import { getCampaign, listCampaigns, planCampaign, proposeCampaignAsset } from './operations.ts';
import { jobs } from './warn-of-expiry.ts';

export const campaigns = defineModule({
  name: 'campaigns',
  resources: [campaign],
  operations: [listCampaigns, planCampaign, getCampaign, proposeCampaignAsset],
  tags: { campaigns: 'Campaigns and their assets' },
  proposalKinds: [assetForCampaign],
  jobs,
  facets: [campaignFacet],
  pageTemplates: [campaignTemplate],
  panel: { pages: [{ path: '/campaigns', label: 'Campaigns', component: 'example-agency/panel#Campaigns' }] },
});
