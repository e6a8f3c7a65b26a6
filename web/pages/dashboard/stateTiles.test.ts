import { expect, test } from 'vitest'
import { STATES } from '../../../contract/nigeria.ts'
import { GEOPOLITICAL_ZONES } from '../../../contract/vocabulary.ts'
import { STATE_TILES, ZONE_TILES, zoneEdges } from './stateTiles.ts'

const place = ({ column, row }: { column: number; row: number }): string => `${column} ${row}`

test('every state and every zone has a place of its own on the map', () => {
  expect(Object.keys(STATE_TILES).toSorted()).toEqual(STATES.map(state => state.name).toSorted())
  expect(ZONE_TILES.map(({ zone }) => zone).toSorted()).toEqual([...GEOPOLITICAL_ZONES].toSorted())
  const places = [...Object.values(STATE_TILES), ...ZONE_TILES].map(place)
  expect(new Set(places).size).toBe(places.length)
})

test('the name of a zone stands beside one of its states', () => {
  for (const { zone, column, row } of ZONE_TILES) {
    const beside = STATES.filter(({ name }) => {
      const spot = STATE_TILES[name]
      return spot && Math.abs(spot.column - column) + Math.abs(spot.row - row) === 1
    })
    expect(
      beside.map(state => state.geopoliticalzone),
      zone,
    ).toContain(zone)
  }
})

test.each([
  ['Jigawa', ['right', 'below']],
  ['Sokoto', []],
  ['Kano', ['below']],
  ['Kebbi', ['right', 'below']],
  ['Borno', []],
])('a line parts %s from another zone: %j', (state, edges) => {
  const states = STATES.map(({ name, geopoliticalzone }) => ({ key: name, zone: geopoliticalzone }))
  expect(zoneEdges(states)(state)).toEqual(edges)
})
