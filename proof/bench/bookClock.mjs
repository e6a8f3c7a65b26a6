/**
 * `BOOK_DAY=2026-11-24 node --import ./proof/bench/bookClock.mjs …`: sets the program's calendar to that day in Lagos,
 * as if the measured portfolio had been in use until today. Otherwise a repayment of today would lie before its last
 * night, and everything since would be recalculated.
 */

const DAY_MS = 86_400_000
const LAGOS_MS = 3_600_000

const today = Math.floor((Date.now() + LAGOS_MS) / DAY_MS) * DAY_MS
const shift = Date.parse(process.env.BOOK_DAY ?? '') - today
if (Number.isNaN(shift)) throw new Error('BOOK_DAY names the day of the book, as 2026-11-24')

globalThis.Date = new Proxy(Date, {
  construct: (RealDate, given) =>
    given.length > 0 ? Reflect.construct(RealDate, given) : new RealDate(RealDate.now() + shift),
  get: (RealDate, name) => (name === 'now' ? () => RealDate.now() + shift : Reflect.get(RealDate, name)),
})
