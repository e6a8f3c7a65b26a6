import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readResultFile } from './bankFile.ts'

const directory = mkdtempSync(join(tmpdir(), 'iroko-result-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

test('a bank’s remark is cut between letters, never through one', async () => {
  const remark = `${'x'.repeat(299)}😀`
  const reference = `${'R'.repeat(59)}😀`
  const csv = `Reference,Status,Bank Reference,Reason\n${reference},failed,${reference},${remark}\n`
  const [row] = await readResultFile(directory, Buffer.from(csv), null)
  expect(row).toMatchObject({
    reason: 'x'.repeat(299),
    bankReference: 'R'.repeat(59),
    reference: 'R'.repeat(59),
  })
})

test.each(['0000-05-05', '0001-01-01', '01/01/0001', '1899-12-30'])(
  '%s is how programs write no date',
  async on => {
    const [row] = await readResultFile(directory, Buffer.from(`Reference,Status,Date\nR1,paid,${on}\n`), null)
    expect(row?.on).toBeUndefined()
  },
)
