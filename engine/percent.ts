/** Rates and shares are whole parts per million; people read them in per cent. */

const PLACES = 4

/**
 * 333,300 → "33.33", as it was stated, to its last digit; with `decimals` rounded and always as many, for figures that stand
 * beside each other.
 */
export function percentText(ppm: number, decimals?: number): string {
  const places = decimals ?? PLACES
  const digits = String(Math.round(Math.abs(ppm) / 10 ** (PLACES - places))).padStart(places + 1, '0')
  const [whole, rest] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)]
  const shown = decimals === undefined ? rest.replace(/0+$/, '') : rest
  return `${ppm < 0 ? '-' : ''}${whole}${shown && `.${shown}`}`
}

/** 333,300 → "33.33%". */
export const formatPpm = (ppm: number, decimals?: number): string => `${percentText(ppm, decimals)}%`
