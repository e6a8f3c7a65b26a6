import { readBlocks } from '../../../kernel/files.ts'
import { TableProblem } from './table.ts'

const wide = (text: string): Buffer => Buffer.from(text, 'utf16le')

/**
 * The container of the older Office formats. It is never parsed: a few bytes of .xls can ask for any amount of memory, and
 * Excel saves every such workbook as .xlsx. A locked .xlsx comes in the same container, whose directory names what it holds.
 */
export async function compoundProblem(path: string): Promise<TableProblem> {
  return (await isLockedXlsx(path))
    ? new TableProblem(
        'locked',
        'This Excel file is locked with a password. Save it without one and choose the new copy.',
      )
    : new TableProblem(
        'wrongType',
        'This is an older Excel workbook (.xls). Save the workbook as .xlsx and upload it again.',
      )
}

async function isLockedXlsx(path: string): Promise<boolean> {
  const mark = wide('EncryptedPackage')
  const own = wide('Workbook')
  let isLocked = false
  let tail = Buffer.alloc(0)
  for await (const block of readBlocks(path, 1024 * 1024)) {
    const joined = Buffer.concat([tail, block])
    if (joined.includes(own)) return false
    isLocked ||= joined.includes(mark)
    tail = Buffer.from(joined.subarray(-64))
  }
  return isLocked
}
