import { expect, test } from 'vitest'
import { FLAWLESS, type Habits, type Instruction, Office, PLANTS, type Plant } from './office.ts'
import { answersOf, fileOf, instructionsOf, koboOf, rowsOf } from './paper.ts'

/** The double by itself: before it judges the program, it has to be right. */

const officeWith = (habits: Partial<Habits> = {}, seed = 1, calmFrom = '2030-01'): Office => {
  const office = new Office({
    code: 'IPPIS',
    seed,
    habits: { ...FLAWLESS, ...habits },
    element: 'IROKO LOAN',
    foreignElements: ['OTHER MFB LOAN'],
    chargePpm: 10_000,
    payDay: 25,
    fileDays: 14,
    moneyDays: 21,
    calmFrom,
  })
  for (let no = 1; no <= 200; no++)
    office.employ({ staff: String(1000 + no), name: `PERSON ${no}`, employer: 'WORKS' })
  return office
}
const everybody = (change: Instruction['change'], amount: bigint): Instruction[] =>
  Array.from({ length: 200 }, (_, no) => ({ staff: String(1001 + no), change, amount }))
const plantsOf = (office: Office): Plant[] => PLANTS.filter(plant => office.planted()[plant] > 0)

test('without mistakes it deducts what stands, and sends the file and the money less its charge', () => {
  const office = officeWith()
  expect(office.take('2026-11', everybody('new', 100_000n)).every(answer => answer.accepted)).toBe(true)
  expect(office.deduct('2026-11')).toHaveLength(200)
  const [file, ...rest] = office.files('2026-11')
  expect(rest).toEqual([])
  expect([file?.on, file?.lines.length]).toEqual(['2026-12-09', 200])
  expect(office.remit('2026-11')).toMatchObject({ on: '2026-12-16', amount: 19_800_000n, charge: 200_000n })
  office.take('2026-12', everybody('stop', 0n))
  expect(office.deduct('2026-12')).toEqual([])
  expect(plantsOf(office)).toEqual([])
  expect(office.owes({ files: () => true, credits: () => true })).toBe(0n)
})

test('an order stands until it is changed or stopped, and goes on when it is resumed', () => {
  const office = officeWith()
  const deducted = (month: string) => office.deduct(month).find(fact => fact.staff === '1001')?.deducted ?? 0n
  office.take('2026-11', [{ staff: '1001', change: 'new', amount: 500n }])
  expect([deducted('2026-11'), deducted('2026-12')]).toEqual([500n, 500n])
  office.take('2027-01', [{ staff: '1001', change: 'change', amount: 700n }])
  office.take('2027-02', [{ staff: '1001', change: 'continue', amount: 700n }])
  expect([deducted('2027-01'), deducted('2027-02')]).toEqual([700n, 700n])
  office.take('2027-03', [{ staff: '1001', change: 'stop', amount: 0n }])
  expect([deducted('2027-03'), office.standing('1001')]).toEqual([0n, 0n])
  office.take('2027-04', [{ staff: '1001', change: 'resume', amount: 300n }])
  expect(deducted('2027-04')).toBe(300n)
})

test('a late stop takes one month or two', () => {
  const office = officeWith({ lateStop: 1000 })
  office.take('2026-11', everybody('new', 100n))
  office.deduct('2026-11')
  office.take('2026-12', everybody('stop', 0n))
  const after = ['2026-12', '2027-01', '2027-02'].map(month => office.deduct(month).length)
  expect(after[0]).toBe(200)
  expect(after[1]).toBeGreaterThan(50)
  expect(after[1]).toBeLessThan(150)
  expect(after[2]).toBe(0)
  expect(plantsOf(office)).toEqual(['afterStop'])
})

test.each(['refused', 'none', 'short', 'over', 'uninstructed', 'unremitted', 'unlisted'] as const)(
  'a mistake of the kind %s is made where it is planted, and nothing else',
  kind => {
    const office = officeWith({ [kind]: 100 })
    office.take('2026-11', everybody('new', 100_000n).slice(kind === 'uninstructed' ? 200 : 0))
    const facts = office.deduct('2026-11')
    expect(plantsOf(office)).toEqual([kind])
    expect(office.planted()[kind]).toBeGreaterThan(5)
    for (const fact of facts) {
      const { instructed, deducted, listed, remitted } = fact
      const found = {
        refused: instructed === 0n && deducted === 0n,
        none: instructed > 0n && deducted === 0n,
        short: deducted > 0n && deducted < instructed,
        over: instructed > 0n && deducted > instructed,
        uninstructed: instructed === 0n && deducted > 0n,
        unremitted: remitted < deducted,
        unlisted: listed < deducted,
      }
      expect([fact.staff, found[kind]]).toEqual([fact.staff, fact.plants.includes(kind)])
    }
  },
)

test('money of several months comes in one credit, and none is lost or sent twice', () => {
  const office = officeWith({ merged: 600, unremitted: 100, short: 100 }, 3, '2027-10')
  office.take('2026-11', everybody('new', 100_001n))
  const months = Array.from(
    { length: 12 },
    (_, n) => `${n < 2 ? 2026 : 2027}-${String(((n + 10) % 12) + 1).padStart(2, '0')}`,
  )
  for (const month of months) {
    office.deduct(month)
    office.remit(month)
  }
  expect(office.credits.some(credit => credit.parts.length > 1)).toBe(true)
  const remitted = months
    .flatMap(month => office.factsOf(month))
    .reduce((sum, fact) => sum + fact.remitted, 0n)
  expect(office.credits.reduce((sum, credit) => sum + credit.amount + credit.charge, 0n)).toBe(remitted)
  expect(office.credits.flatMap(credit => credit.parts.map(part => part.month))).toEqual(months)
})

test('a wrong file is followed by the right one, a foreign line names another element', () => {
  const office = officeWith({ correctedFile: 1000, foreign: 200 })
  office.take('2026-11', everybody('new', 100_000n))
  office.deduct('2026-11')
  const [wrong, corrected] = office.files('2026-11')
  expect([wrong?.kind, corrected?.kind]).toEqual(['wrong', 'corrected'])
  expect(wrong?.lines).not.toEqual(corrected?.lines)
  const ours = corrected?.lines.filter(line => line.element === 'IROKO LOAN') ?? []
  expect(ours).toHaveLength(200)
  expect(corrected?.lines.length).toBeGreaterThan(220)
})

test('the same seed does the same, another does not', () => {
  const lived = (seed: number) => {
    const office = officeWith({ short: 100, none: 100, lateStop: 300, leaves: 50 }, seed)
    office.take('2026-11', everybody('new', 100n))
    return [office.deduct('2026-11'), office.files('2026-11'), office.remit('2026-11')]
  }
  expect(lived(5)).toEqual(lived(5))
  expect(lived(5)).not.toEqual(lived(6))
})

test('it reads what it writes, quotes and all', () => {
  const line = { staff: '1', name: 'O"HARA, ADE', employer: 'WORKS', element: 'IROKO', amount: 123_405n }
  expect(rowsOf(fileOf([line]))).toEqual([
    {
      'EMPLOYEE NAME': 'O"HARA, ADE',
      'IPPIS NO': '1',
      EMPLOYER: 'WORKS',
      'ELEMENT NAME': 'IROKO',
      AMOUNT: '1234.05',
    },
  ])
  expect(koboOf('₦1,234.5')).toBe(123_450n)
  const [answer] = rowsOf(answersOf([{ staff: '1', change: 'new', amount: 5n, accepted: false, why: 'NO' }]))
  expect(answer).toEqual({ 'IPPIS NO': '1', STATUS: 'REJECTED', REASON: 'NO' })
  const headings = { staff: 'IPPIS NO', change: 'STATUS', amount: 'REASON' }
  expect(instructionsOf([answer ?? {}], headings, { rejected: 'new' })).toEqual([
    { staff: '1', change: 'new', amount: 0n },
  ])
})
