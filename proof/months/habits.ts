import type { Habits } from './office.ts'

/** Offices as they are: everything goes wrong now and then. */
export const USUAL: Habits = {
  refused: 60,
  lateStop: 500,
  none: 25,
  short: 30,
  over: 25,
  uninstructed: 25,
  unremitted: 30,
  unlisted: 30,
  leaves: 4,
  foreign: 60,
  lateFile: 120,
  lateMoney: 200,
  merged: 250,
  duplicateFile: 150,
  correctedFile: 150,
}
