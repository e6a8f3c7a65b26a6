import { formatMoment, fromCalendar, type LocalDate } from '../../engine/dates.ts'

/** The one source of time. A call or job asks once and keeps the answer, so "today" cannot change half-way. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Lagos keeps UTC+1 all year. */
const LAGOS_OFFSET_MS = 3_600_000

/** The business date in Lagos, where the day begins an hour before UTC's. */
export function businessDate(moment: Date): LocalDate {
  const there = new Date(moment.getTime() + LAGOS_OFFSET_MS)
  return fromCalendar(there.getUTCFullYear(), there.getUTCMonth() + 1, there.getUTCDate())
}

/** A moment as a sentence says it, on the clock of Lagos: 14 Nov 2026, 15:24. */
export const sayMoment = (moment: Date): string => formatMoment(moment)

const listed = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Lagos',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** A moment as a spreadsheet sorts it, on the clock of Lagos: 2026-11-14 15:24:09. */
export const listMoment = (moment: Date): string => listed.format(moment)

/** 2026-11-19 14:03:00 on the clock of Lagos; undefined where it is no such time. */
export function momentInLagos(text: string): Date | undefined {
  const [, day, time, seconds = ':00'] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d)?$/.exec(text) ?? []
  const moment = new Date(`${day}T${time}${seconds}+01:00`)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** The moment a business day begins. */
export const lagosMidnight = (day: LocalDate): Date => new Date(`${day}T00:00:00+01:00`)

export const minutesBefore = (moment: Date, minutes: number): Date =>
  new Date(moment.getTime() - minutes * 60_000)
export const minutesAfter = (moment: Date, minutes: number): Date => minutesBefore(moment, -minutes)
export const daysBefore = (moment: Date, days: number): Date => minutesBefore(moment, days * 24 * 60)
/** So many minutes before, of which those of the closed days do not count. */
export function openMinutesBefore(moment: Date, minutes: number, closed: ReadonlySet<string>): Date {
  let left = minutes * 60_000
  for (let at = moment; ; ) {
    // a day ends with the moment the next begins
    const day = businessDate(new Date(at.getTime() - 1))
    const start = lagosMidnight(day)
    const open = closed.has(day) ? 0 : at.getTime() - start.getTime()
    if (open >= left && !closed.has(day)) return new Date(at.getTime() - left)
    left -= open
    at = start
  }
}
export const daysAfter = (moment: Date, days: number): Date => daysBefore(moment, -days)

/** For measuring how long something took; never for deciding a date. */
export const stopwatch = (): (() => number) => {
  const start = performance.now()
  return () => performance.now() - start
}
