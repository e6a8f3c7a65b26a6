import { expect, test } from 'vitest'
import { judge } from '../scripts/audit.mjs'

const counted = (vulnerabilities: Record<string, number>) => ({ metadata: { vulnerabilities } })
const none = { low: 2, high: 0, critical: 0, total: 2 }

test('advisories decide only where the registry answered', () => {
  expect(judge(JSON.stringify(counted(none)))).toEqual({
    code: 0,
    says: 'No high or critical advisory; 2 of lower severity.',
  })
  const grave = {
    ...counted({ ...none, high: 1, total: 3 }),
    vulnerabilities: {
      pg: { name: 'pg', severity: 'high', range: '<8.24' },
      zod: { name: 'zod', severity: 'low', range: '*' },
    },
  }
  expect(judge(JSON.stringify(grave))).toEqual({
    code: 1,
    says: 'High or critical advisories: 1\n  pg <8.24: high',
  })
  for (const answer of ['', 'not JSON', '{"message":"405 Method Not Allowed","statusCode":405}'])
    expect(judge(answer)).toMatchObject({ code: 0, says: expect.stringContaining('Not checked') })
})
