import { z } from 'zod/mini'
import type { Api, CommandInput } from '../../../contract/api.ts'
import {
  needsApproval,
  SECTION_NAMES,
  SECTIONS,
  type Section,
  type SectionName,
  STORED_ROWS,
  storedRows,
  writingProblems,
} from '../../../contract/settings.ts'
import { addDays, formatDate, type LocalDate, toCalendar } from '../../../engine/dates.ts'
import { openMinutesBefore } from '../../kernel/clock.ts'
import type { Context, Foresight, Handler } from '../../kernel/context.ts'
import { holdsDemoData, type Tx } from '../../kernel/db.ts'
import { forwardedAt } from '../../kernel/forwarded.ts'
import { fieldErrors, refuse, refuseFields } from '../../kernel/refusal.ts'
import { replicasOf } from '../../kernel/replicas.ts'
import { approversOf, propose, waitingOn } from '../approvals/approvals.ts'
import * as store from './settings.sql.ts'

/** A section as in force on a day; what a new lender starts with until it is changed. */
export async function section<S extends SectionName>(tx: Tx, name: S, day: LocalDate): Promise<Section<S>> {
  return (await sectionWithVersion(tx, name, day)).value
}

export async function sectionWithVersion<S extends SectionName>(
  tx: Tx,
  name: S,
  day: LocalDate,
): Promise<{ version: number; value: Section<S> }> {
  const row = (await store.settingsInForce(tx, [`${name} ${day}`])).get(`${name} ${day}`)
  return { version: row?.version ?? 0, value: sectionValue(name, row?.text ?? '') }
}

/** Several at once: one statement for all of them. */
export async function sections<S extends SectionName>(
  tx: Tx,
  day: LocalDate,
  names: readonly S[],
): Promise<{ [N in S]: Section<N> }> {
  const found = await store.settingsInForce(
    tx,
    names.map(name => `${name} ${day}` as const),
  )
  const values = names.map(name => [name, sectionValue(name, found.get(`${name} ${day}`)?.text ?? '')])
  return Object.fromEntries(values) as { [N in S]: Section<N> }
}

/** The values in force on a day and on later ones, as far as they are decided. */
export async function valuesFrom<S extends SectionName>(
  tx: Tx,
  name: S,
  day: LocalDate,
): Promise<Section<S>[]> {
  const found: Section<S>[] = []
  let before: string | undefined
  for (const { effective_on, value } of await store.settingVersions(tx, name)) {
    // a newer version that begins no later has taken its place
    if (before !== undefined && effective_on >= before) continue
    found.push(sectionValue(name, JSON.stringify(value)))
    before = effective_on
    if (effective_on <= day) return found
  }
  return [...found, sectionValue(name, '')]
}

/** Where money is posted is never changed on a day that has entries: what is posted again goes to the same account. */
const earliestDay = (name: SectionName, today: LocalDate): LocalDate =>
  name === 'channelAccounts' ? addDays(today, 1) : today

/** What payroll sources are called, by their code. */
export async function sourceNames(ctx: Pick<Context, 'tx' | 'today'>): Promise<Map<string, string>> {
  const { sources } = await section(ctx.tx, 'payroll', ctx.today)
  return new Map(sources.map(source => [source.code, source.name]))
}

/** Requests that have waited longer than these are due soon, or overdue. */
type Deadline = { soonBefore: Date; lateBefore: Date }
export type Deadlines = Record<'reviewer' | 'authorizer', Deadline>

/** The time to decide, counted back from now; public holidays do not count. */
export async function deadlinesOf(ctx: Pick<Context, 'tx' | 'now' | 'today'>): Promise<Deadlines> {
  const { sla, holidays } = await sections(ctx.tx, ctx.today, ['sla', 'holidays'])
  const { reviewerHours, authorizerHours, amberPercent } = sla
  const closed = new Set<string>(holidays.days.map(day => day.on))
  const deadline = (hours: number): Deadline => ({
    soonBefore: openMinutesBefore(ctx.now, (hours * 60 * amberPercent) / 100, closed),
    lateBefore: openMinutesBefore(ctx.now, hours * 60, closed),
  })
  return { reviewer: deadline(reviewerHours), authorizer: deadline(authorizerHours) }
}

/** Nearly every page needs some, and checking them takes longer than reading them. */
const VALUES_STORED = 500
const values = new Map<string, unknown>()

/** Of a section that was never changed the text is empty. */
function sectionValue<S extends SectionName>(name: S, text: string): Section<S> {
  const known = values.get(`${name} ${text}`)
  if (known) return known as Section<S>
  const { schema, initial } = SECTIONS[name]
  const value = schema.parse(text === '' ? initial : JSON.parse(text)) as Section<S>
  if (values.size >= VALUES_STORED) values.clear()
  values.set(`${name} ${text}`, value)
  return value
}

export const getOrganisation: Handler<Api['organisationGet']> = async ctx => {
  const { operatingCompany, logo } = await section(ctx.tx, 'organisation', ctx.today)
  const isDemo = await holdsDemoData(ctx.tx)
  return { operatingCompany, logo, year: toCalendar(ctx.today).year, isDemo }
}

export const list: Handler<Api['settingList']> = async ctx => {
  const present = new Map((await store.settingsOn(ctx.tx, ctx.today)).map(row => [row.section, row]))
  const coming = new Map((await store.settingsAfter(ctx.tx, ctx.today)).map(row => [row.section, row]))
  const waiting = await waitingOn(ctx.tx, 'setting', SECTION_NAMES)
  return {
    rows: SECTION_NAMES.map(name => {
      const row = present.get(name)
      const next = coming.get(name)
      return {
        ...(row ? describe(row) : initialVersion(name)),
        next: next ? describe(next) : null,
        pendingApprovalId: waiting.get(name) ?? null,
      }
    }),
  }
}

const describe = (row: store.SettingRow) => ({
  section: row.section,
  version: row.version,
  value: row.value as z.output<ReturnType<typeof z.json>>,
  effectiveOn: row.effective_on,
  changedBy: row.changed_by_name,
  changedAt: row.changed_at.toISOString(),
  reason: row.reason,
})

const initialVersion = (name: SectionName) => ({
  section: name,
  version: 0,
  value: SECTIONS[name].initial as unknown as z.output<ReturnType<typeof z.json>>,
  effectiveOn: '2026-01-01',
  changedBy: null,
  changedAt: null,
  reason: null,
})

export const history: Handler<Api['settingHistory']> = async (ctx, input) => {
  const approvers = await approversOf(ctx.tx, 'setting', input.section)
  const versions = (await store.settingVersions(ctx.tx, input.section)).map(describe)
  return {
    rows: [
      ...versions.map(each => ({ ...each, approvedBy: approvers.get(each.changedAt) ?? null })),
      { ...initialVersion(input.section), approvedBy: null },
    ],
  }
}

export const change: Handler<Api['settingChange']> = async (ctx, input) => {
  const definition = SECTIONS[input.section]
  if (input.effectiveOn < ctx.today) refuse('setting.past_date')
  if (input.effectiveOn < earliestDay(input.section, ctx.today))
    refuseFields({ effectiveOn: 'Tomorrow or later' })
  const parsed = z.safeParse(z.catchall(definition.schema, z.never()), input.value)
  if (!parsed.success) return refuseFields(fieldErrors(parsed.error))
  const problems = writingProblems(input.section, parsed.data)
  if (Object.keys(problems).length > 0) return refuseFields(problems)
  if ((await store.lockLatestVersion(ctx.tx, input.section)) !== input.basedOn) refuse('setting.stale')
  await refuseRemovedRows(ctx, input.section, parsed.data)
  if (input.section === 'payroll') await refuseUnknownServices(ctx, input.value, input.effectiveOn)
  await refuseWithoutPhone(ctx, input)
  if (!(await isApproved(ctx, input.section, parsed.data))) {
    await save(ctx, input)
    return { approvalId: null }
  }
  const approvalId = await propose(ctx, {
    command: 'settingChange',
    input,
    subject: ['setting', input.section],
    summary: `${definition.title}, from ${formatDate(input.effectiveOn)}`,
    before: await inForce(ctx, input.section),
    after: input.value as object,
    reason: input.reason,
  })
  return { approvalId }
}

const inForce = async ({ tx, today }: Context, name: SectionName): Promise<object> =>
  ((await store.settingOn(tx, name, today))?.value as object | undefined) ?? SECTIONS[name].initial

export async function foreseeSetting(
  ctx: Context,
  { section: name, value, basedOn }: CommandInput<'settingChange'>,
): Promise<Foresight> {
  const [latest] = await store.settingVersions(ctx.tx, name)
  if ((latest?.version ?? 0) !== basedOn) refuse('setting.stale')
  return { before: await inForce(ctx, name), after: value as object }
}

/** Measured by the value in force and by the newest one, which may begin later. */
async function isApproved(ctx: Context, name: SectionName, after: object): Promise<boolean> {
  const present = await section(ctx.tx, name, ctx.today)
  const [latest] = await store.settingVersions(ctx.tx, name)
  const newest = (latest?.value as object | undefined) ?? SECTIONS[name].initial
  return needsApproval(name, present, after) || needsApproval(name, newest, after)
}

/** Requests and loans name these rows, so they are deactivated, never removed. */
async function refuseRemovedRows(ctx: Context, section: SectionName, value: unknown): Promise<void> {
  const stored = STORED_ROWS[section]
  if (!stored) return
  const [latest] = await store.settingVersions(ctx.tx, section)
  const remaining = new Set(storedRows(section, value))
  const missing = storedRows(section, latest?.value ?? SECTIONS[section].initial).filter(
    key => !remaining.has(key),
  )
  if (missing.length > 0)
    refuseFields({
      [stored.list]: `Deactivate these rows instead of removing them: ${missing.join(', ')}`,
    })
}

/** A service that no rule names would silently retire by another's. */
async function refuseUnknownServices(ctx: Context, value: unknown, on: LocalDate): Promise<void> {
  const { sources } = SECTIONS.payroll.schema.parse(value)
  const { rules } = await section(ctx.tx, 'retirement', on)
  const named = new Set(rules.map(rule => rule.service))
  const problems = sources.flatMap(({ service }, index): [string, string][] =>
    named.has(service)
      ? []
      : [[`sources.${index}.service`, `A service of the retirement rules: ${[...named].join(', ')}`]],
  )
  if (problems.length > 0) refuseFields(Object.fromEntries(problems))
}

/** Messages name a number to call, so an SMS provider is used only with a company phone number. */
async function refuseWithoutPhone(
  ctx: Pick<Context, 'tx'>,
  input: Pick<CommandInput<'settingChange'>, 'section' | 'value' | 'effectiveOn'>,
): Promise<void> {
  if (input.section === 'sms') {
    const { gateway } = SECTIONS.sms.schema.parse(input.value)
    if (gateway !== 'outbox' && (await section(ctx.tx, 'organisation', input.effectiveOn)).phone === '')
      refuseFields({
        gateway:
          'Enter the company phone number in Settings > Organisation first. Customers are asked to call it.',
      })
  }
  if (input.section === 'organisation') {
    const { phone } = SECTIONS.organisation.schema.parse(input.value)
    if (phone === '' && (await section(ctx.tx, 'sms', input.effectiveOn)).gateway !== 'outbox')
      refuseFields({ phone: 'Required while an SMS provider is in use: messages give customers this number' })
  }
}

/** Writes the new version; also the approved command behind `settingChange`, whose maker then is its author. */
export async function save(
  ctx: Context,
  input: CommandInput<'settingChange'>,
  asked?: { makerId: string },
): Promise<void> {
  const latest = await store.lockLatestVersion(ctx.tx, input.section)
  if (latest !== input.basedOn) refuse('setting.stale')
  await refuseWithoutPhone(ctx, input)
  const { schema, initial } = SECTIONS[input.section]
  // through the schema and back: what is stored is exactly what can be read again
  const value = z.encode(schema, schema.parse(input.value)) as object
  const before = await store.settingOn(ctx.tx, input.section, ctx.today)
  const earliest = earliestDay(input.section, ctx.today)
  const effectiveOn = input.effectiveOn < earliest ? earliest : input.effectiveOn
  await store.insertSetting(ctx.tx, {
    section: input.section,
    version: latest + 1,
    value,
    effectiveOn,
    changedBy: asked?.makerId ?? ctx.actor.id,
    at: ctx.now,
    reason: input.reason,
  })
  ctx.audit({
    action: 'settingChange',
    subject: ['setting', input.section],
    before: (before?.value as object | undefined) ?? initial,
    after: value,
    reason: input.reason,
  })
}

// ── Frequencies ────────────────────────────────────────────────────────────────────────────────────────────────────

const describeFrequency = (row: store.FrequencyRow) => ({
  code: row.code,
  name: row.name,
  rhythm: row.rhythm,
  anchorDay: row.anchor_day,
  firstDue: row.first_due,
  status: row.status,
  inUseBy: row.in_use_by,
})

export const listFrequencies: Handler<Api['frequencyList']> = async ctx => ({
  rows: (await store.listFrequencies(ctx.tx, ctx.today)).map(describeFrequency),
})

async function frequencyNamed(ctx: Context, code: string) {
  const found = (await store.listFrequencies(ctx.tx, ctx.today)).find(row => row.code === code)
  return found ? describeFrequency(found) : undefined
}

export const saveFrequency: Handler<Api['frequencySave']> = async (ctx, frequency) => {
  const before = await frequencyNamed(ctx, frequency.code)
  await store.saveFrequency(ctx.tx, frequency)
  ctx.audit({ subject: ['frequency', frequency.code], before: before ?? null, after: frequency })
  return (await frequencyNamed(ctx, frequency.code)) ?? refuse('record.unknown', { what: 'frequency' })
}

export const retireFrequency: Handler<Api['frequencyRetire']> = async (ctx, { code }) => {
  const before = (await frequencyNamed(ctx, code)) ?? refuse('record.unknown', { what: 'frequency' })
  if (before.inUseBy.length > 0) refuse('frequency.in_use', { products: before.inUseBy.join(', ') })
  await store.retireFrequency(ctx.tx, code)
  ctx.audit({ subject: ['frequency', code], before: { status: before.status }, after: { status: 'retired' } })
  return { ...before, status: 'retired' as const }
}

// ── Health ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What the program itself knows of how it does. */
export async function ownHealth(tx: Tx) {
  const row = await store.readHealth(tx)
  if (!row) throw new Error('the database gave no figures')
  return {
    jobsWaiting: row.jobs_waiting,
    jobsFailed: row.jobs_failed,
    workers: row.workers,
    auditUnsealed: row.audit_unsealed,
    databaseVersion: row.database_version,
    databaseBytes: row.database_bytes.toString(),
    untrustedProxyAt: forwardedAt()?.toISOString() ?? null,
    replicas: replicasOf(tx)?.states ?? [],
  }
}
