import { describe, expect, test } from 'vitest'
import { checkNuban } from '../engine/nuban.ts'
import {
  ACCOUNT_BANK_OPTIONS,
  BANK_OPTIONS,
  BANKS,
  findBank,
  GENDER_OPTIONS,
  GENDERS,
  OTHER_INSTITUTIONS,
  STATE_OPTIONS,
  STATES,
  TITLE_OPTIONS,
  TITLES,
} from './nigeria.ts'
import { GEOPOLITICAL_ZONES } from './vocabulary.ts'

describe('states', () => {
  test('36 and the capital, numbered in alphabetical order', () => {
    expect(STATES).toHaveLength(37)
    expect(STATES.map(state => state.id)).toEqual(Array.from({ length: 37 }, (_, index) => index + 1))
    expect(STATES.map(state => state.name)).toEqual(STATES.map(state => state.name).toSorted())
    expect(new Set(STATES.map(state => state.name)).size).toBe(37)
    const named = (name: string) => STATES.find(state => state.name === name)
    expect(named('Federal Capital Territory')?.id).toBe(15)
    expect(named('Kogi')?.geopoliticalzone).toBe('North Central') // the one public lists forget
  })

  test('each zone has its states', () => {
    const count = (zone: string) => STATES.filter(state => state.geopoliticalzone === zone).length
    expect(GEOPOLITICAL_ZONES.map(zone => [zone, count(zone)])).toEqual([
      ['North Central', 7],
      ['North East', 6],
      ['North West', 7],
      ['South East', 5],
      ['South South', 6],
      ['South West', 6],
    ])
  })

  test('an option is the name, as value and as label', () => {
    expect(STATE_OPTIONS[0]).toEqual({ value: 'Abia', label: 'Abia' })
    expect(STATE_OPTIONS.find(({ also }) => also?.includes('Abuja'))?.label).toBe('Federal Capital Territory')
    expect(STATE_OPTIONS.map(option => option.value)).toEqual(STATES.map(state => state.name))
  })
})

describe('banks', () => {
  test('58 with three digits, none twice', () => {
    expect(BANKS).toHaveLength(58)
    for (const { Code } of BANKS) expect(Code).toMatch(/^\d{3}$/)
    const all = [...BANKS, ...OTHER_INSTITUTIONS].map(bank => bank.Code)
    expect(new Set(all).size).toBe(all.length)
    expect(new Set(BANKS.map(bank => bank.Name)).size).toBe(58)
  })

  test('other institutions have longer codes', () => {
    expect(OTHER_INSTITUTIONS).toHaveLength(15)
    for (const { Code } of OTHER_INSTITUTIONS) expect(Code).toMatch(/^\d{5,6}$/)
  })

  test('options run by name, whatever its capitals, and carry the code as text', () => {
    const labels = BANK_OPTIONS.map(option => option.label)
    expect(labels.map(label => label.toLowerCase())).toEqual(
      labels.map(label => label.toLowerCase()).toSorted(),
    )
    expect(labels.indexOf('eTranzact')).toBe(labels.indexOf('Ekondo Microfinance Bank') + 1)
    expect(BANK_OPTIONS.find(option => option.label === 'Access Bank')).toEqual({
      id: '044',
      label: 'Access Bank',
      value: '044',
    })
    expect(BANK_OPTIONS).toHaveLength(58)
  })

  test('a form for an account offers the 58 banks first, then the other institutions under their name', () => {
    expect(ACCOUNT_BANK_OPTIONS.slice(0, 58)).toEqual(BANK_OPTIONS)
    const others = ACCOUNT_BANK_OPTIONS.slice(58)
    expect(new Set(others.map(({ group }) => group))).toEqual(new Set(['Other institutions']))
    for (const [name, nipCode] of [
      ['Kuda Bank', '090267'],
      ['Moniepoint MFB', '090405'],
      ['OPay Digital Services', '100004'],
      ['PalmPay', '100033'],
      ['9 Payment Service Bank', '120001'],
      ['Hope PSB', '120002'],
      ['MTN MoMo PSB', '120003'],
      ['Airtel SmartCash PSB', '120004'],
    ])
      expect(others.find(({ label }) => label === name)?.value, name).toBe(nipCode)
    const labels = ACCOUNT_BANK_OPTIONS.map(({ label }) => label)
    expect(new Set(labels).size).toBe(labels.length)
  })

  test.each([
    ['058', 'Guaranty Trust Bank'],
    ['090267', 'Kuda Bank'],
    ['100002', 'Paga'],
    ['033', 'United Bank for Africa'],
    ['50211', 'Kuda Bank'],
    ['58', undefined],
    ['__proto__', undefined],
  ])('%s is %s', (code, name) => {
    expect(findBank(code)?.Name).toBe(name)
  })

  test('the check digit is judged at banks and left alone at wallets, microfinance banks and NIP codes', () => {
    const numbers = [...'0123456789'].map(digit => `803123456${digit}`)
    const spared = [...BANKS, ...OTHER_INSTITUTIONS]
      .filter(bank => numbers.every(number => checkNuban(bank.Code, number) !== 'wrong check digit'))
      .map(bank => bank.Name)
    expect(spared.toSorted()).toEqual([
      '9 Payment Service Bank',
      'Access Money',
      'Accion Microfinance Bank',
      'Airtel SmartCash PSB',
      'Bowen MFB',
      'CEMCS MFB',
      'Carbon',
      'CashConnect Microfinance Bank',
      'Covenant Microfinance Bank',
      'Ekondo Microfinance Bank',
      'FBN Mobile',
      'FinaTrust Microfinance Bank',
      'GTMobile',
      'Hasal MFB',
      'Hope PSB',
      'Infinity Trust Mortgage Bank',
      'Kuda Bank',
      'MTN MoMo PSB',
      'Moniepoint MFB',
      'NPF Microfinance Bank',
      'OPay (Paycom)',
      'OPay Digital Services',
      'Paga',
      'Page MFBank',
      'PalmPay',
      'ReadyCash (Parkway)',
      'Rubies Microfinance Bank',
      'STB Mortgage Bank',
      'Sparkle MFB',
      'TCF MFB',
      'VFD Microfinance Bank',
      'Zenith Mobile',
      'eTranzact',
    ])
  })
})

test('genders and titles are as they are given', () => {
  expect(GENDERS).toEqual(['MALE', 'FEMALE'])
  expect(TITLES).toEqual(['MR', 'MRS', 'MS'])
  expect(GENDER_OPTIONS.map(({ label }) => label)).toEqual(['MALE', 'FEMALE'])
  expect(TITLE_OPTIONS.map(({ label }) => label)).toEqual(['MR', 'MRS', 'MS'])
})
