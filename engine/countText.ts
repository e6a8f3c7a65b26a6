/** Counts as people read them, on screens and in what the server writes alike. */

const count = new Intl.NumberFormat('en-NG')

/** 12000 → "12,000". */
export const countText = (number: number): string => count.format(number)

/** 1 → "1 loan", 12000 → "12,000 loans". */
export const countOf = (number: number, one: string, many = `${one}s`): string =>
  `${countText(number)} ${number === 1 ? one : many}`
