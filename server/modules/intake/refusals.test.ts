import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { upload } from '../../../test/uploads.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test('B56 a formula in the heading of a file comes back as text', async () => {
  const heading = '=HYPERLINK("http://evil.example")'
  const file = `STAFF_ID,FULL_NAME,NETPAY,"${heading.replaceAll('"', '""')}"\n1,ADA,none,x\n`
  const id = await upload(testApp, file, { period: '2026-06', fileName: `${randomUUID()}.csv` })
  const refused = await testApp.as('admin').ok('intakeRefusalFile', { id })
  // written while it is sent: its length is unknown beforehand, and no node holds a million rows
  const { headers } = await testApp.as('admin').call('intakeRefusalFile', { id })
  expect(headers).not.toHaveProperty('content-length')
  const [first = ''] = Buffer.from(refused.bytes).toString().split('\n')
  expect(first).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  // corrected and sent again, its columns are known all the same
  const again = await upload(testApp, Buffer.from(refused.bytes).toString().replace(',none,', ',100,'), {
    period: '2026-06',
    correctsId: id,
  })
  expect((await testApp.as('admin').ok('intakeGet', { id: again })).goodRows).toBe(1)
})
