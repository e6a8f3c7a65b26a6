/** A number given on the command line, such as `--rounds 25`. */
export function wholeOption(name: string, given: string, most = 999_999_999): number {
  const number = /^\d{1,9}$/.test(given) ? Number.parseInt(given, 10) : Number.NaN
  if (!(number <= most)) throw new Error(`--${name} is a whole number up to ${most.toLocaleString('en-NG')}`)
  return number
}
