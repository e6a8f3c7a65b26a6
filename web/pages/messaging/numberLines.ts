import { cutText } from '../../../engine/text.ts'

/** A phone number, or a customer number such as C0100001. */
const NUMBER = /^(?:\+?[\d\s()-]{7,20}|C\d{4,12})$/i

export type NumberLines = {
  /** One number per line. */
  lines: string
  count: number
  /** Lines without a number; the preview lists them as not a customer. */
  without: number
}

/** The numbers of a pasted or uploaded list; of a table, the first cell of each line that is one. */
export function numberLines(text: string): NumberLines {
  const rows = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map(row => row.trim())
    .filter(Boolean)
  const found: string[] = []
  let without = 0
  rows.forEach((row, index) => {
    const cells = row.split(/[,;\t|]/).map(cell => cell.trim().replace(/^["']+|["']+$/g, ''))
    const numbers = cells.filter(cell => NUMBER.test(cell))
    const isHeading = index === 0 && numbers.length === 0 && rows.length > 1 && /[a-z]/i.test(row)
    if (isHeading) return
    if (numbers.length === 0) {
      without += 1
      found.push(cutText(cells[0] ?? row, 60))
    } else if (isPlainList(cells)) found.push(...numbers)
    else found.push(numbers[0] ?? '')
  })
  return { lines: found.join('\n'), count: found.length, without }
}

/** "0803…, 0806…" on one line is a list; a line with a name beside the number is a row of a table. */
const isPlainList = (cells: readonly string[]): boolean =>
  cells.every(cell => cell === '' || NUMBER.test(cell))
