import { formatMoment } from '../../../engine/dates.ts'

/** 14 Nov 2026, 10:32 by the clock of the phone it is read on. */
export function momentText(moment: string): string {
  const at = new Date(moment)
  return formatMoment(at, -at.getTimezoneOffset())
}
