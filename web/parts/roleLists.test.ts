import { expect, test } from 'vitest'
import { rolesNamed } from '../../contract/roles.ts'
import { ONLY_CHANGERS } from './customer/customerWords.ts'

test('those who may do something are named as one names them', () => {
  expect(rolesNamed('request.review', 'or')).toBe('Reviewer')
  expect(rolesNamed('money.ask', 'or')).toBe('superAdmin or Admin')
  expect(rolesNamed('request.initiate', 'or')).toBe('superAdmin, Admin, Reviewer, Authorizer or Editor')
  expect(ONLY_CHANGERS).toBe('Only superAdmin, Admin and Editor can change customers.')
})
