import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type House, openHouse } from '../../../test/cast.ts'
import { upload } from '../../../test/uploads.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

test('B56 a formula in the heading of a file comes back as text', async () => {
  const heading = '=HYPERLINK("http://evil.example")'
  const file = `STAFF_ID,FULL_NAME,NETPAY,"${heading.replaceAll('"', '""')}"\n1,ADA,none,x\n`
  const id = await upload(house, file, { period: '2026-06', fileName: `${randomUUID()}.csv` })
  const refused = await house.as('admin').ok('intakeRefusalFile', { id })
  // written while it is sent: nobody knows its length beforehand, and no node holds a million rows
  const { headers } = await house.as('admin').call('intakeRefusalFile', { id })
  expect(headers).not.toHaveProperty('content-length')
  const [first = ''] = Buffer.from(refused.bytes).toString().split('\n')
  expect(first).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  // corrected and sent again, its columns are known all the same
  const again = await upload(house, Buffer.from(refused.bytes).toString().replace(',none,', ',100,'), {
    period: '2026-06',
    correctsId: id,
  })
  expect((await house.as('admin').ok('intakeGet', { id: again })).goodRows).toBe(1)
})
