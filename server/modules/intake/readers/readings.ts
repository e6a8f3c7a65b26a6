import { cutText } from '../../../../engine/text.ts'
import type { HeadLine } from '../columns.ts'
import { copyBlocks, type Staging } from './copyRows.ts'
import type { CopyBlock } from './copyText.ts'
import { describeTable, readTable } from './rows.ts'
import type { TableShape } from './tableShape.ts'

/** What is asked of a file: what kind it is and how it begins, or all of its rows as COPY takes them. */
export type Reading = { look: string } | { copy: Staging }
export type Look = { shape: TableShape; head: HeadLine[] }
export type Answer = Look | CopyBlock

export const answersTo = (
  reading: Reading,
  free: ArrayBuffer[] = [],
): AsyncIterable<Answer> | Iterable<Promise<Answer>> =>
  'look' in reading ? [look(reading.look)] : copyBlocks(reading.copy, free)

const HEAD_LINES = 40
const HEAD_CHARACTERS = 200

async function look(path: string): Promise<Look> {
  const shape = await describeTable(path)
  const head: HeadLine[] = []
  for await (const batch of readTable(path, shape))
    for (const { sheet, line, cells } of batch) {
      head.push({ sheet, line, cells: cells.map(cell => cutText(cell, HEAD_CHARACTERS)) })
      if (head.length === HEAD_LINES) return { shape, head }
    }
  return { shape, head }
}
