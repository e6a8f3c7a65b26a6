import { STATEMENT_LINES_MAX } from '../../../contract/bankStatements.ts'
import { formatDate, type LocalDate, parseDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, negate } from '../../../engine/money.ts'
import { readBlocks } from '../../kernel/files.ts'
import { type Findings, narrationOf, referenceOf, type StatementLine, Unreadable } from './lines.ts'

/**
 * MT940, the SWIFT statement: fields that begin with `:nn:`, of which :25:, :60F:, :61:, :86: and :62F: are read. A file may hold
 * several messages, each of which goes on where the one before ended.
 */

type Field = { tag: string; line: number; text: string }

const BLOCK_BYTES = 64 * 1024
/** SWIFT ends a line at 65 characters and a field at some 400. */
const FIELD_MAX_LENGTH = 10_000

async function* linesOf(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  for await (const block of readBlocks(path, BLOCK_BYTES)) {
    const lines = (rest + decoder.decode(block, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > FIELD_MAX_LENGTH) throw new Unreadable('A line of this MT940 file is too long.')
    yield* lines
  }
  yield rest
}

async function* fieldsOf(path: string): AsyncGenerator<Field> {
  let field: Field | undefined
  let line = 0
  for await (const raw of linesOf(path)) {
    line += 1
    const text = raw.replace(/\r$/, '').replace(/^\{.*\{4:/, '')
    const begun = /^:(\d{2}[A-Z]?):(.*)$/.exec(text)
    if (begun) {
      if (field) yield field
      field = { tag: begun[1] ?? '', line, text: begun[2] ?? '' }
    } else if (/^-\}?/.test(text) && text.replace(/^-\}?.*/, '') === '') {
      if (field) yield field
      field = undefined
    } else if (field && text.trim() !== '') {
      field.text += `\n${text}`
      if (field.text.length > FIELD_MAX_LENGTH) throw new Unreadable(`Line ${line}: the field is too long.`)
    }
  }
  if (field) yield field
}

const ENTRY =
  /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,12}(?:,\d{0,2})?)(?![\d.,])([A-Z][A-Z0-9]{3})?([^\n]*)(?:\n([\s\S]*))?$/
const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,15}(?:,\d{0,2})?)\s*$/

export async function* readMt940(
  path: string,
  today: LocalDate,
  found: Findings,
): AsyncGenerator<StatementLine> {
  let pending: StatementLine | undefined
  let count = 0
  let isOpen = false
  for await (const { tag, line, text } of fieldsOf(path)) {
    if (tag === '86' && pending) {
      pending.narration = narrationOf(`${text} ${pending.narration}`)
      yield pending
      pending = undefined
      continue
    }
    if (pending) yield pending
    pending = undefined
    if (tag === '25') found.checkAccount(text)
    else if (tag === '60F' || tag === '60M') {
      const balance = readBalance(text, line, found)
      if (balance !== undefined && found.closing !== null && found.closing !== balance)
        found.refuse(
          line,
          'Opening balance',
          text,
          `The message before ends at ${formatNaira(found.closing)}`,
        )
      if (balance !== undefined) found.opening ??= balance
      isOpen = true
    } else if (tag === '62F' || tag === '62M') {
      found.closing = readBalance(text, line, found) ?? found.closing
      isOpen = false
    } else if (tag === '61') {
      count += 1
      if (count > STATEMENT_LINES_MAX)
        throw new Unreadable('This file has more than 500,000 lines. Split it.')
      pending = readEntry(text, line, today, found)
    }
  }
  if (pending) yield pending
  const isWhole = !isOpen && found.opening !== null && found.closing !== null
  if (!isWhole && found.problemCount === 0)
    throw new Unreadable(
      'This MT940 file is cut off: its opening or closing balance is missing. Export it again.',
    )
}

function readBalance(text: string, line: number, found: Findings): Kobo | undefined {
  const [, side, , currency, digits = ''] = BALANCE.exec(text) ?? []
  if (side === undefined) found.refuse(line, 'Balance', text, 'Is not a balance of MT940')
  else if (currency !== 'NGN') found.refuse(line, 'Currency', currency ?? '', 'Only naira (NGN) can be read')
  else return side === 'D' ? negate(amountOf(digits)) : amountOf(digits)
  return undefined
}

function amountOf(digits: string): Kobo {
  const [naira = '0', decimals = ''] = digits.split(',')
  return kobo(BigInt(naira) * 100n + BigInt(decimals.padEnd(2, '0')))
}

/** Two digits of a year: statements are of this century. */
const dayOf = (digits: string): LocalDate | undefined =>
  parseDate(`20${digits.slice(0, 2)}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`)

function readEntry(text: string, line: number, today: LocalDate, found: Findings): StatementLine | undefined {
  const entry = ENTRY.exec(text)
  if (!entry) {
    found.refuse(line, ':61:', text, 'Is not a line of MT940')
    return undefined
  }
  const [, valueDay = '', bookedDay, side = '', , digits = '', , references = '', more = ''] = entry
  const valueOn = dayOf(valueDay)
  const bookedOn = bookedDay === undefined ? valueOn : bookedAround(valueDay, bookedDay)
  if (!valueOn || !bookedOn) {
    found.refuse(line, 'Date', `${valueDay}${bookedDay ?? ''}`, 'Is not a date')
    return undefined
  }
  if (bookedOn > today) {
    found.refuse(line, 'Date', formatDate(bookedOn), 'Is in the future')
    return undefined
  }
  const amount = amountOf(digits)
  if (amount === 0n) {
    found.refuse(line, 'Amount', digits, 'The line has no amount')
    return undefined
  }
  // RC takes a credit back, RD a debit
  const isPaid = side === 'D' || side === 'RC'
  const [own = '', banks = ''] = references.split('//')
  return {
    line,
    bookedOn,
    valueOn,
    amount: isPaid ? negate(amount) : amount,
    balance: null,
    reference: referenceOf(own) || referenceOf(banks),
    narration: narrationOf(`${more} ${banks}`),
  }
}

/** The entry date has no year: it is within half a year of the value date. */
function bookedAround(valueDay: string, monthAndDay: string): LocalDate | undefined {
  const year = 2000 + parseInt(valueDay.slice(0, 2), 10)
  const valueMonth = parseInt(valueDay.slice(2, 4), 10)
  const month = parseInt(monthAndDay.slice(0, 2), 10)
  const shift = month - valueMonth > 6 ? -1 : valueMonth - month > 6 ? 1 : 0
  return parseDate(`${year + shift}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2, 4)}`)
}
