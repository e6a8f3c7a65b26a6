import { z } from 'zod'
import { changeReply, date, endpoint, id, moment, term, why } from './endpoint.ts'
import { SECTION_NAMES } from './sections.ts'

/** A section as stored and sent: `value` is the wire form; `SECTIONS[name].schema` reads it. */
export const settingVersion = z
  .object({
    section: z.enum(SECTION_NAMES),
    version: z.number().int(),
    value: z.json(),
    effectiveOn: z.string(),
    changedBy: z.string().nullable(),
    changedAt: moment.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'SettingVersion' })

const linkState = z.enum(['working', 'failing', 'unused'])

const outsideLink = z.object({
  name: z.string(),
  kind: z.enum(['sms', 'payroll']),
  /** The code of a payroll source. */
  source: z.string().nullable(),
  state: linkState,
  detail: z.string(),
  lastSuccessAt: moment.nullable(),
})

export const settingsApi = {
  settingList: endpoint({
    method: 'GET',
    path: '/api/settings',
    permission: 'console.read',
    summary:
      'Every section as it is in force today, with what is scheduled and what waits for a second person.',
    input: z.object({}),
    reply: z.object({
      rows: z.array(
        settingVersion.extend({ next: settingVersion.nullable(), pendingApprovalId: id.nullable() }),
      ),
    }),
  }),
  settingHistory: endpoint({
    method: 'GET',
    path: '/api/settings/:section/history',
    permission: 'console.read',
    summary: 'All versions of a section, newest first.',
    input: z.object({ section: z.enum(SECTION_NAMES) }),
    reply: z.object({ rows: z.array(settingVersion.extend({ approvedBy: z.string().nullable() })) }),
  }),
  settingChange: endpoint({
    method: 'PUT',
    path: '/api/settings/:section',
    permission: 'settings.change',
    summary: 'Makes a new version of a section from a day on; sections that move money need a second person.',
    input: z.object({
      section: z.enum(SECTION_NAMES),
      value: z.json(),
      effectiveOn: date,
      reason: why(500),
      /** The version that was on the screen: a change made meanwhile is not overwritten unseen. */
      basedOn: z.number().int(),
    }),
    reply: changeReply,
  }),
  outsideLinkList: endpoint({
    method: 'GET',
    path: '/api/outside-links',
    permission: 'console.read',
    summary: 'The state of outside links (SMS gateway, payroll sources) with their last success.',
    input: z.object({}),
    reply: z.object({ rows: z.array(outsideLink) }),
  }),
  payrollSourceTest: endpoint({
    method: 'POST',
    path: '/api/outside-links/payroll/:source/test',
    permission: 'settings.change',
    summary:
      'Holds the last accepted month of a payroll source against the one due by its pay day, in words.',
    input: z.object({ source: term(40) }),
    reply: z.object({ state: linkState, words: z.array(z.string()) }),
  }),
}
