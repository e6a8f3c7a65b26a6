import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_FILES } from '../../../contract/sampleFiles.ts'
import { createTestApp, type TestApp } from '../../../test/testApp.ts'
import { upload } from '../../../test/uploads.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await createTestApp()
})
afterAll(() => testApp.close())

test.each(['payroll', 'repayment'] as const)(
  'the sample file of a %s upload has one valid row',
  async kind => {
    const { text, name: fileName } = SAMPLE_FILES[kind]
    const id = await upload(testApp, text, { kind, fileName })
    expect(await testApp.as('admin').ok('intakeGet', { id })).toMatchObject({
      status: 'matched',
      goodRows: 1,
      refusedRows: 0,
    })
  },
)
