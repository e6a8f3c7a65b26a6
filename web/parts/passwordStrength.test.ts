import { describe, expect, test } from 'vitest'
import { PASSWORD_MIN_LENGTH } from '../../contract/auth.ts'
import { passwordStrength } from './passwordStrength.ts'

describe('the hint beside a new password', () => {
  test.each([
    ['', 0, 'At least 12 characters'],
    ['oba', 1, '9 more characters'],
    ['Lagos-Island', 3, 'Good'],
    ['lagosislands', 2, 'Long enough'],
    ['lagosisland', 1, '1 more character to go'],
    ['aaaaaaaaaaaaaa', 1, 'Repeated or running'],
    ['abcabcabcabc', 1, 'Repeated or running'],
    ['123456789012', 1, 'Repeated or running'],
    ['garden kettle Friday', 4, 'Strong'],
    ['mango lorry plaster river', 4, 'Strong'],
    ['mangolorryplaster', 3, 'Good'],
    ['Iroko-demo-2026', 3, 'Good'],
  ])('%j is level %i', (password, level, hint) => {
    const strength = passwordStrength(password)
    expect(strength.level).toBe(level)
    expect(strength.hint).toContain(hint)
  })

  test('one’s own name and e-mail are pointed out', () => {
    const personal = ['Adaeze', 'Okonkwo', 'adaeze.okonkwo@iroko.test']
    expect(passwordStrength('Okonkwo-1987-Enugu', personal).hint).toContain('your name')
    expect(passwordStrength('Enugu-1987-coal-city', personal).level).toBe(4)
  })

  test('its shortest length is the contract’s', () => {
    expect(passwordStrength('qwmznbxhgtyu'.slice(0, PASSWORD_MIN_LENGTH - 1)).level).toBe(1)
    expect(passwordStrength('qwmznbxhgtyu'.slice(0, PASSWORD_MIN_LENGTH)).level).toBe(2)
  })
})
