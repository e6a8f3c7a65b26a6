import { z } from 'zod/mini'
import { SECTIONS } from '../contract/settings.ts'
import { kobo } from '../engine/money.ts'
import type { Program } from '../server/kernel/act.ts'
import { businessDate } from '../server/kernel/clock.ts'
import type { Actor } from '../server/kernel/context.ts'
import { callerFor } from './caller.ts'
import { STATE_PAY_DAY } from './stateLoans.ts'
import { approved } from './uploads.ts'

/** What the lender agreed with its payroll offices: our code in their files, their charge, who to write to. */

export const ELEMENT = 'IROKO LOAN'

const CONTACTS: Readonly<Record<string, { person: string; title: string; address: string; ppm: number }>> = {
  IPPIS: { person: 'Mrs Ladi Gambo', title: 'Director, IPPIS', address: 'Office of the Accountant-General of the Federation, Garki, Abuja', ppm: 0 },
  GIFMIS: { person: 'Mr Tunde Alao', title: 'Bursar', address: 'University of Ibadan, Ibadan', ppm: 0 },
  TEACHERS: { person: 'Mrs Ebere Ogbu', title: 'Director of Finance', address: 'FCT Secondary Education Board, Area 3, Garki, Abuja', ppm: 10_000 },
  STATE: { person: 'Mr Bashir Kano', title: 'Accountant-General', address: 'Ministry of Finance, Alausa, Ikeja', ppm: 10_000 },
} // biome-ignore format: one office a line

/** Pay days, and the days after them on which an office sends its file and its money, where they are not the usual ones. */
const CALENDARS: Readonly<Record<string, object>> = {
  GIFMIS: { payDay: 25 },
  STATE: { payDay: STATE_PAY_DAY },
  TEACHERS: { payDay: 25, fileDays: 28, remittanceDays: 35, toleranceDays: 14 },
}

export async function agreeWithOffices(program: Program, clerk: Actor, checker: Actor): Promise<void> {
  const { schema, initial } = SECTIONS.payroll
  const agreed = schema.parse(initial)
  const sources = agreed.sources.map(source => {
    const office = CONTACTS[source.code]
    if (!office) return source
    const { ppm, ...contact } = office
    return {
      ...source,
      ...CALENDARS[source.code],
      elements: [{ match: 'exact' as const, value: ELEMENT }],
      charge: ppm > 0 ? { kind: 'share' as const, ppm, each: kobo(0n) } : source.charge,
      account: { name: `${source.name} deductions`, bankCode: '057', accountNumber: '1000000014' },
      contact: { ...source.contact, ...contact },
    }
  })
  const { approvalId } = await callerFor(program, clerk)('settingChange', {
    section: 'payroll',
    value: z.encode(schema, { ...agreed, sources }),
    effectiveOn: businessDate(program.clock.now()),
    reason: 'As agreed with the offices',
    basedOn: 0,
  })
  await approved(program, checker, approvalId)
}
