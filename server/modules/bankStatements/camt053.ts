import { STATEMENT_LINES_MAX } from '../../../contract/bankStatements.ts'
import { type LocalDate, parseDate } from '../../../engine/dates.ts'
import { formatNaira, type Kobo, kobo, negate } from '../../../engine/money.ts'
import { readBlocks } from '../../kernel/files.ts'
import { tables } from '../intake/intake.ts'
import { type Findings, narrationOf, referenceOf, type StatementLine, Unreadable } from './lines.ts'

/**
 * CAMT.053, the ISO 20022 statement. The scanner of workbooks reads its XML: it refuses every DTD, so no entity is defined
 * or fetched, and holds no more than one tag or text.
 */

const BLOCK_BYTES = 64 * 1024
const TEXT_MAX_LENGTH = 2_000

const ACCOUNT = /\/Stmt\/Acct\/Id\/(IBAN|Othr\/Id)$/

type Values = Map<string, string>

export async function* readCamt053(
  path: string,
  today: LocalDate,
  found: Findings,
): AsyncGenerator<StatementLine> {
  const reader = new Reader(today, found)
  try {
    for await (const _ of tables.walkXml(readBlocks(path, BLOCK_BYTES), reader)) yield* reader.take()
  } catch (error) {
    if (error instanceof tables.TableProblem)
      throw new Unreadable(
        'This XML file is damaged, cut off or contains a DTD. Export it again as CAMT.053.',
      )
    throw error
  }
  if (!reader.hasStatement) throw new Unreadable('This XML file is not a CAMT.053 statement.')
  if (found.problemCount === 0 && (found.opening === null || found.closing === null))
    throw new Unreadable('The opening or closing balance (OPBD, CLBD) is missing. Export it again.')
}

class Reader {
  hasStatement = false
  readonly #today: LocalDate
  readonly #found: Findings
  readonly #path: string[] = []
  #text = ''
  #lines: StatementLine[] = []
  #entries = 0
  /** Of the balance or the entry that is being read, by path below it. */
  #values: Values = new Map()

  constructor(today: LocalDate, found: Findings) {
    this.#today = today
    this.#found = found
  }

  take(): StatementLine[] {
    const taken = this.#lines
    this.#lines = []
    return taken
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#path.push(name)
    this.#text = ''
    if (name === 'Bal' || name === 'Ntry') this.#values = new Map()
    if (name === 'Stmt' && this.#path.includes('BkToCstmrStmt')) this.hasStatement = true
    if (name === 'Amt') this.#note(`${this.#below()}@Ccy`, attributes.Ccy ?? '')
  }

  text(more: string): void {
    if (this.#text.length < TEXT_MAX_LENGTH) this.#text += more
  }

  close(name: string): void {
    const text = this.#text.trim()
    if (text !== '') this.#note(this.#below(), text)
    if ((name === 'Id' || name === 'IBAN') && ACCOUNT.test(this.#path.join('/')))
      this.#found.checkAccount(text)
    this.#text = ''
    this.#path.pop()
    if (!this.#path.includes('Stmt')) return
    if (name === 'Bal') this.#balance()
    if (name === 'Ntry') this.#entry()
  }

  /** "Amt", "BookgDt/Dt": the path below the balance or entry. */
  #below(): string {
    const at = Math.max(this.#path.lastIndexOf('Bal'), this.#path.lastIndexOf('Ntry'))
    return this.#path.slice(at + 1).join('/')
  }

  #note(path: string, text: string): void {
    const known = this.#values.get(path)
    this.#values.set(path, known === undefined ? text : `${known} ${text}`.slice(0, TEXT_MAX_LENGTH))
  }

  #balance(): void {
    const type = this.#values.get('Tp/CdOrPrtry/Cd')
    if (type !== 'OPBD' && type !== 'PRCD' && type !== 'CLBD') return
    const amount = this.#amount('Balance')
    if (amount === undefined) return
    if (type === 'CLBD') this.#found.closing = amount
    else if (this.#found.opening === null) this.#found.opening = amount
    else if (this.#found.closing !== null && this.#found.closing !== amount)
      this.#problem(
        'Opening balance',
        formatNaira(amount),
        `The statement before ends at ${formatNaira(this.#found.closing)}`,
      )
  }

  #entry(): void {
    this.#entries += 1
    if (this.#entries > STATEMENT_LINES_MAX)
      throw new Unreadable('This file has more than 500,000 lines. Split it.')
    const status = this.#values.get('Sts/Cd') ?? this.#values.get('Sts') ?? 'BOOK'
    // what is pending is on a later statement when it is booked
    if (status !== 'BOOK') return
    const amount = this.#amount('Amount')
    const bookedOn = this.#day('BookgDt')
    const valueOn = this.#values.has('ValDt/Dt') || this.#values.has('ValDt/DtTm') ? this.#day('ValDt') : null
    if (amount === 0n) this.#problem('Amount', '0', 'The line has no amount')
    if (bookedOn && bookedOn > this.#today) this.#problem('Date', bookedOn, 'Is in the future')
    if (amount === undefined || amount === 0n || !bookedOn || valueOn === undefined || bookedOn > this.#today)
      return
    const first = (...paths: string[]): string =>
      paths.map(path => referenceOf(this.#values.get(path) ?? '')).find(each => each !== '') ?? ''
    this.#lines.push({
      line: this.#entries,
      bookedOn,
      valueOn,
      amount,
      balance: null,
      reference: first(
        'NtryDtls/TxDtls/Refs/EndToEndId',
        'AcctSvcrRef',
        'NtryRef',
        'NtryDtls/TxDtls/Refs/AcctSvcrRef',
      ),
      narration: narrationOf(
        [this.#values.get('NtryDtls/TxDtls/RmtInf/Ustrd'), this.#values.get('AddtlNtryInf')]
          .filter(Boolean)
          .join(' '),
      ),
    })
  }

  #amount(column: string): Kobo | undefined {
    const text = this.#values.get('Amt') ?? ''
    const currency = this.#values.get('Amt@Ccy') ?? ''
    const found = /^(\d{1,15})(?:\.(\d{1,2})0*)?$/.exec(text)
    const side = this.#values.get('CdtDbtInd')
    if (currency !== 'NGN') this.#problem('Currency', currency, 'Only naira (NGN) can be read')
    else if (!found) this.#problem(column, text, 'Is not an amount in naira')
    else if (side !== 'CRDT' && side !== 'DBIT')
      this.#problem('CdtDbtInd', side ?? '', 'Is neither CRDT nor DBIT')
    else {
      const amount = kobo(BigInt(found[1] ?? '0') * 100n + BigInt((found[2] ?? '').padEnd(2, '0')))
      return side === 'DBIT' ? negate(amount) : amount
    }
    return undefined
  }

  #day(name: string): LocalDate | undefined {
    const text = this.#values.get(`${name}/Dt`) ?? this.#values.get(`${name}/DtTm`) ?? ''
    const day = parseDate(text.slice(0, 10))
    if (!day) this.#problem('Date', text, 'Is not a date')
    return day
  }

  #problem(column: string, value: string, reason: string): void {
    this.#found.refuse(this.#entries, column, value, reason)
  }
}
