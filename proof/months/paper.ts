import type { Answer, Change, Instruction, Line } from './office.ts'

/** The files between a lender and the office: plain CSV, read and written by the office's own few lines. */

const naira = (kobo: bigint): string => `${kobo / 100n}.${String(kobo % 100n).padStart(2, '0')}`
const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const row = (cells: readonly string[]): string => cells.map(cell).join(',')

export const fileOf = (lines: readonly Line[]): string =>
  [
    'EMPLOYEE NAME,IPPIS NO,EMPLOYER,ELEMENT NAME,AMOUNT',
    ...lines.map(line => row([line.name, line.staff, line.employer, line.element, naira(line.amount)])),
    '',
  ].join('\n')

export const answersOf = (answers: readonly Answer[]): string =>
  [
    'IPPIS NO,STATUS,REASON',
    ...answers.map(answer => row([answer.staff, answer.accepted ? 'ACCEPTED' : 'REJECTED', answer.why])),
    '',
  ].join('\n')

/** Every cell of a CSV file, by heading. */
export function rowsOf(text: string): Record<string, string>[] {
  const [head = [], ...rest] = cellsOf(text)
  return rest
    .filter(cells => cells.some(each => each !== ''))
    .map(cells => Object.fromEntries(head.map((name, at) => [name.trim().toUpperCase(), cells[at] ?? ''])))
}

function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  let held = ''
  let isQuoted = false
  const put = (): void => {
    rows.at(-1)?.push(held)
    held = ''
  }
  const plain = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at] ?? ''
    if (isQuoted && character === '"' && plain[at + 1] === '"') {
      held += '"'
      at += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === ',') put()
    else if (!isQuoted && character === '\n') {
      put()
      rows.push([])
    } else held += character
  }
  put()
  return rows
}

/** Kobo of an amount as offices write it: with or without a naira sign and commas. */
export function koboOf(text: string): bigint {
  const [whole = '0', part = ''] = text.replace(/[^\d.]/g, '').split('.')
  return BigInt(whole || '0') * 100n + BigInt(part.padEnd(2, '0').slice(0, 2))
}

/** What the office finds in a list, by the headings it asked the lender for. */
export const instructionsOf = (
  rows: readonly Record<string, string>[],
  headings: { staff: string; change: string; amount: string },
  words: Readonly<Record<string, Change>>,
): Instruction[] =>
  rows.map(each => {
    const word = each[headings.change]?.trim().toLowerCase() ?? ''
    const change = words[word]
    if (!change) throw new Error(`The office does not know the word "${word}"`)
    return { staff: each[headings.staff]?.trim() ?? '', change, amount: koboOf(each[headings.amount] ?? '') }
  })
