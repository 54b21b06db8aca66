/** What each tab of a brand is given. */
export interface BrandTab {
  /** The brand's slug, encoded for addresses. */
  brand: string;
  mayWrite: boolean;
  onChanged: () => void;
}
