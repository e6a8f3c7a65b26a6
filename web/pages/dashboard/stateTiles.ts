import type { GeopoliticalZone } from '../../../contract/vocabulary.ts'

/** Where each state lies, roughly, on a grid of tiles: north is up. */
export const STATE_TILES: Readonly<Record<string, { short: string; column: number; row: number }>> = {
  Sokoto: { short: 'SOK', column: 2, row: 1 },
  Zamfara: { short: 'ZAM', column: 3, row: 1 },
  Katsina: { short: 'KAT', column: 4, row: 1 },
  Kano: { short: 'KAN', column: 5, row: 1 },
  Jigawa: { short: 'JIG', column: 6, row: 1 },
  Yobe: { short: 'YOB', column: 7, row: 1 },
  Borno: { short: 'BOR', column: 8, row: 1 },
  Kebbi: { short: 'KEB', column: 2, row: 2 },
  Niger: { short: 'NIG', column: 3, row: 2 },
  Kaduna: { short: 'KAD', column: 4, row: 2 },
  Plateau: { short: 'PLA', column: 5, row: 2 },
  Bauchi: { short: 'BAU', column: 6, row: 2 },
  Gombe: { short: 'GOM', column: 7, row: 2 },
  Adamawa: { short: 'ADA', column: 8, row: 2 },
  Kwara: { short: 'KWA', column: 2, row: 3 },
  Kogi: { short: 'KOG', column: 3, row: 3 },
  'Federal Capital Territory': { short: 'FCT', column: 4, row: 3 },
  Nasarawa: { short: 'NAS', column: 5, row: 3 },
  Benue: { short: 'BEN', column: 6, row: 3 },
  Taraba: { short: 'TAR', column: 7, row: 3 },
  Oyo: { short: 'OYO', column: 1, row: 4 },
  Osun: { short: 'OSU', column: 2, row: 4 },
  Ekiti: { short: 'EKI', column: 3, row: 4 },
  Edo: { short: 'EDO', column: 4, row: 4 },
  Enugu: { short: 'ENU', column: 5, row: 4 },
  Ebonyi: { short: 'EBO', column: 6, row: 4 },
  'Cross River': { short: 'CRO', column: 7, row: 4 },
  Ogun: { short: 'OGU', column: 1, row: 5 },
  Lagos: { short: 'LAG', column: 2, row: 5 },
  Ondo: { short: 'OND', column: 3, row: 5 },
  Delta: { short: 'DEL', column: 4, row: 5 },
  Anambra: { short: 'ANA', column: 5, row: 5 },
  Imo: { short: 'IMO', column: 6, row: 5 },
  Abia: { short: 'ABI', column: 7, row: 5 },
  Bayelsa: { short: 'BAY', column: 4, row: 6 },
  Rivers: { short: 'RIV', column: 5, row: 6 },
  'Akwa Ibom': { short: 'AKW', column: 6, row: 6 },
}

/** Where the tiles leave room beside a zone, for its name. */
export const ZONE_TILES: readonly { zone: GeopoliticalZone; short: string; column: number; row: number }[] = [
  { zone: 'North West', short: 'NW', column: 1, row: 1 },
  { zone: 'North Central', short: 'NC', column: 1, row: 3 },
  { zone: 'North East', short: 'NE', column: 8, row: 3 },
  { zone: 'South West', short: 'SW', column: 2, row: 6 },
  { zone: 'South East', short: 'SE', column: 8, row: 5 },
  { zone: 'South South', short: 'SS', column: 7, row: 6 },
]

type Place = { key: string; zone: GeopoliticalZone | null }
export type Edge = 'right' | 'below'

/** On which sides of a state another zone begins; its left and upper neighbours know of theirs. */
export function zoneEdges(states: readonly Place[]): (state: string) => Edge[] {
  const zones = new Map<string, Place['zone']>()
  for (const { key, zone } of states) {
    const spot = STATE_TILES[key]
    if (spot) zones.set(`${spot.column} ${spot.row}`, zone)
  }
  return state => {
    const spot = STATE_TILES[state]
    if (!spot) return []
    const { column, row } = spot
    const own = zones.get(`${column} ${row}`)
    const isOther = (right: number, down: number): boolean =>
      ![undefined, own].includes(zones.get(`${column + right} ${row + down}`))
    return [...(isOther(1, 0) ? (['right'] as const) : []), ...(isOther(0, 1) ? (['below'] as const) : [])]
  }
}
