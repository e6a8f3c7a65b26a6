import { formatDate, type LocalDate, localDate } from '../../engine/dates.ts'

const lagos = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos', dateStyle: 'short' })

/** The business day in Lagos by this device's clock: for what a form starts with; the server knows the day that counts. */
export const todayInLagos = (): LocalDate => localDate(lagos.format(new Date()))

export const dateInLagos = (at: string): LocalDate => localDate(lagos.format(new Date(at)))

/** The day of a moment in Lagos: 26 Oct 2026. */
export const dayInLagos = (at: string): string => formatDate(dateInLagos(at))
