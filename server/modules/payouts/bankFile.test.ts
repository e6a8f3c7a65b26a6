import { expect, test } from 'vitest'
import { readResultFile } from './bankFile.ts'

test('a bank’s remark is cut between letters, never through one', () => {
  const remark = `${'x'.repeat(299)}😀`
  const reference = `${'R'.repeat(59)}😀`
  const csv = `Reference,Status,Bank Reference,Reason\n${reference},failed,${reference},${remark}\n`
  const [row] = readResultFile(Buffer.from(csv))
  expect(row).toMatchObject({
    reason: 'x'.repeat(299),
    bankReference: 'R'.repeat(59),
    reference: 'R'.repeat(59),
  })
})

test.each(['0000-05-05', '0001-01-01', '01/01/0001', '1899-12-30'])(
  '%s is how programs write no date',
  on => {
    const [row] = readResultFile(Buffer.from(`Reference,Status,Date\nR1,paid,${on}\n`))
    expect(row?.on).toBeUndefined()
  },
)
