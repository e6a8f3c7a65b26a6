/** The six geopolitical zones; apart from the lists of states and banks, which a page of figures has no use for. */
export const GEOPOLITICAL_ZONES = [
  'North Central',
  'North East',
  'North West',
  'South East',
  'South South',
  'South West',
] as const
export type GeopoliticalZone = (typeof GEOPOLITICAL_ZONES)[number]
