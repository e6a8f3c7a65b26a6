import { StringDecoder } from 'node:string_decoder'
import { createQueryId, PostgresQueryCompiler, type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { copyOut, type Tx } from './db.ts'
import type { Cell, SheetSource } from './sheet.ts'

/** A list whose cells PostgreSQL writes, each as text: what each column is called, and the SQL of its cell. */
export type SheetCells = readonly (readonly [heading: string, cell: string])[]

/** An amount as `sheetNaira` writes it; none is nothing owed. */
export const nairaText = (amount: string): string => `(coalesce(${amount}, 0) * 0.01)::text`

/**
 * A whole list by one COPY, for lists that may have a million rows: read and sorted once, quoted by the database, and sent
 * as it comes. `from` is what follows the columns of the select, with its order.
 */
export function copiedSheet(tx: Tx, columns: SheetCells, from: RawBuilder<unknown>): SheetSource {
  const names = columns.map((_, i) => `c${i}`)
  const cells = columns.map(([, cell], i) => `${cell} as c${i}`)
  // a select with an order is not merged into the one around it, so that each cell is written once
  const rows = sql`(select ${sql.raw(cells.join(', '))} ${from}) written`
  const safe = sql.raw(names.map(safeCell).join(', '))
  return {
    headings: columns.map(([heading]) => heading),
    lines: () => copyOut(tx, withValues(sql`copy (select ${safe} from ${rows}) to stdout (format csv)`)),
    cells: () =>
      readCells(
        copyOut(
          tx,
          withValues(
            sql`copy (select json_build_array(${sql.raw(names.join(', '))}) from ${rows}) to stdout`,
          ),
        ),
      ),
  }
}

/** White space as JavaScript knows it. */
const SPACE = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'
const FORMULA = `^(?:[${SPACE}]*[=+@\\uff0b\\uff0d\\uff1d\\uff20-]|[\\t\\r])`

/** As `CSV_SAFE` has it. Most cells begin with a letter or a digit, which is quicker to see than that a pattern fits nothing. */
const safeCell = (cell: string): string => `case
  when ${cell} collate "C" between '0' and '9~' or ${cell} collate "C" between 'A' and 'z~' then ${cell}
  when ${cell} = '' then null when ${cell} ~ '${FORMULA}' then '''' || ${cell} else ${cell} end`

/** COPY takes no parameters. */
class WithValues extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    this.append(literal(value))
  }
}

const withValues = (statement: RawBuilder<unknown>): string =>
  new WithValues().compileQuery(statement.toOperationNode(), createQueryId()).sql

function literal(value: unknown): string {
  if (value === null) return 'null'
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (typeof value === 'string') return pg.escapeLiteral(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return `'${value}'`
  throw new Error('a value that COPY cannot be given')
}

/** Each line is an array of JSON, in which COPY has doubled the backslashes. */
async function* readCells(pieces: AsyncIterable<Buffer>): AsyncGenerator<Cell[]> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.write(piece)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const cells = JSON.parse(line.replaceAll('\\\\', '\\')) as (Cell | null)[]
      yield cells.map(cell => cell ?? '')
    }
  }
}
