const count = new Intl.NumberFormat('en-NG')

/** As the screens write it (web/ui/countText.ts): 12000 → "12,000". */
export const countText = (number: number): string => count.format(number)

/** 1 → "1 row", 12000 → "12,000 rows". */
export const countOf = (number: number, one: string, many = `${one}s`): string =>
  `${countText(number)} ${number === 1 ? one : many}`
