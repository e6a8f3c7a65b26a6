import type { Api, CommandInput } from '../../../contract/api.ts'
import type { Input } from '../../../contract/endpoint.ts'
import {
  CAMPAIGN_VARIABLES,
  EVENTS,
  type EventName,
  type MessagePurpose,
  VARIABLES,
  type VariableName,
  variablesFor,
} from '../../../contract/messaging.ts'
import { bannedIn } from '../../../engine/messageWords.ts'
import { kobo } from '../../../engine/money.ts'
import { measureSms, toGsm7 } from '../../../engine/segments.ts'
import {
  describeTemplateProblem,
  renderTemplate,
  type TemplateValues,
  templateVariables,
} from '../../../engine/template.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import { cutPage, makeCursor, placeOf, readCursor } from '../../kernel/cursor.ts'
import { isUniqueViolation, type Tx } from '../../kernel/db.ts'
import { refuse, refuseFields } from '../../kernel/refusal.ts'
import { propose, waitingOn } from '../approvals/approvals.ts'
import { section } from '../settings/settings.ts'
import { companyFacts } from './notify.ts'
import * as store from './templates.sql.ts'

const EXAMPLES: TemplateValues = Object.fromEntries(
  Object.entries(VARIABLES).map(([name, { example }]) => [name, example]),
)

const describeVersion = (row: store.VersionRow) => ({
  version: row.version,
  body: row.body,
  status: row.status,
  segments: measureSms(toGsm7(exampleOf(row.body))).segments,
  madeBy: row.made_by_name,
  madeAt: row.made_at.toISOString(),
  approvedBy: row.approved_by_name,
  approvedAt: row.approved_at?.toISOString() ?? null,
  retiredAt: row.retired_at?.toISOString() ?? null,
})

const exampleOf = (body: string): string => {
  const rendered = renderTemplate(body, EXAMPLES)
  return 'text' in rendered ? rendered.text : body
}

async function describe(tx: Tx, rows: readonly store.TemplateRow[]) {
  const ids = rows.map(row => row.id)
  const versions = await store.versionsOf(tx, ids)
  const waiting = await waitingOn(tx, 'template', ids)
  const versionOf = (id: string, status: store.VersionRow['status']) => {
    const found = versions.find(version => version.template_id === id && version.status === status)
    return found ? describeVersion(found) : null
  }
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    purpose: row.purpose,
    event: row.event,
    status: row.status,
    inForce: versionOf(row.id, 'approved'),
    draft: versionOf(row.id, 'draft'),
    pendingApprovalId: waiting.get(row.id) ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

async function shown(tx: Tx, id: string) {
  const row = (await store.findTemplate(tx, id)) ?? refuse('record.unknown', { what: 'template' })
  const [template] = await describe(tx, [row])
  return template ?? refuse('record.unknown', { what: 'template' })
}

export const listTemplates: Handler<Api['templateList']> = async (ctx, { cursor, limit, ...filter }) => {
  const after = placeOf(readCursor(ctx.keys, 'templates', filter, cursor), 'name', 'id')
  const { rows, last } = cutPage(await store.listTemplates(ctx.tx, filter, after, limit + 1), limit)
  return {
    rows: await describe(ctx.tx, rows),
    total: await store.countTemplates(ctx.tx, filter),
    totalIsExact: true,
    next: last ? makeCursor(ctx.keys, 'templates', filter, [last.name.toLowerCase(), last.id]) : null,
  }
}

export const getTemplate: Handler<Api['templateGet']> = async (ctx, { id }) => ({
  template: await shown(ctx.tx, id),
  versions: (await store.versionsOf(ctx.tx, [id])).map(describeVersion),
})

export const saveTemplate: Handler<Api['templateSave']> = async (ctx, input) => {
  const row = await store.lockTemplate(ctx.tx, input.id)
  if (row?.status === 'retired') refuse('template.retired')
  if ((await waitingOn(ctx.tx, 'template', [input.id])).size > 0) refuse('template.waiting')
  // an event has its own purpose; what a template is for never changes under its name
  const event = row ? row.event : input.event
  const purpose = event ? EVENTS[event].purpose : (row?.purpose ?? input.purpose)
  const problems = await bodyProblems(ctx, { body: input.body, event, purpose })
  if (problems.length > 0) refuseFields({ body: problems.join(' ') })
  const latest = (await store.versionsOf(ctx.tx, [input.id]))[0]
  if ((latest?.version ?? 0) !== input.basedOn) refuse('template.stale')
  try {
    if (!row)
      await store.insertTemplate(ctx.tx, { id: input.id, name: input.name, purpose, event, at: ctx.now })
    else if (row.name !== input.name) await store.renameTemplate(ctx.tx, input.id, input.name)
  } catch (error) {
    // made at the same instant, by a colleague or a second click
    if (isUniqueViolation(error, 'message_template_pkey')) refuse('template.stale')
    if (isUniqueViolation(error, 'message_template_name')) refuse('template.name_taken')
    if (isUniqueViolation(error, 'message_template_event')) refuse('template.event_taken')
    throw error
  }
  await store.replaceDraft(ctx.tx, {
    templateId: input.id,
    version: (latest?.version ?? 0) + 1,
    body: input.body,
    byId: ctx.actor.id,
    byName: ctx.actor.name,
    at: ctx.now,
  })
  ctx.audit({
    subject: ['template', input.id],
    before: latest ? { name: row?.name ?? null, body: latest.body, version: latest.version } : null,
    after: { name: input.name, purpose, event, body: input.body, version: (latest?.version ?? 0) + 1 },
  })
  return shown(ctx.tx, input.id)
}

type Written = { body: string; event: EventName | null; purpose: MessagePurpose }

/** All problems of a text, for any recipient. */
async function bodyProblems(ctx: Pick<Context, 'tx' | 'today'>, written: Written): Promise<string[]> {
  const read = templateVariables(written.body)
  if ('problems' in read) return read.problems.map(describeTemplateProblem)
  const allowed: readonly string[] = variablesFor(written.event)
  const unknown = read.variables.filter(variable => !allowed.includes(variable))
  const banned =
    written.purpose === 'recovery' ? bannedIn(written.body, await section(ctx.tx, 'sms', ctx.today)) : []
  return [
    ...unknown.map(variable => describeTemplateProblem({ problem: 'unknown variable', variable })),
    ...banned.map(word => `A text about arrears may not say “${word.toLowerCase()}”.`),
  ]
}

export const askToApprove: Handler<Api['templateApprove']> = async (ctx, { id, version, reason }) => {
  const row = (await store.lockTemplate(ctx.tx, id)) ?? refuse('record.unknown', { what: 'template' })
  const versions = await store.versionsOf(ctx.tx, [id])
  const draft = versions.find(each => each.status === 'draft')
  if (!draft || draft.version !== version) return refuse('template.stale')
  const inForce = versions.find(each => each.status === 'approved')
  const approvalId = await propose(ctx, {
    command: 'templateApprove',
    input: { id, version },
    subject: ['template', id],
    summary: `${row.name}, version ${version}`,
    before: inForce ? { body: inForce.body, version: inForce.version } : null,
    after: { body: draft.body, version },
    reason,
    // the author of the text does not approve it, though a colleague submitted it
    involved: draft.made_by_id ? [draft.made_by_id] : [],
  })
  return { approvalId }
}

export async function approveTemplate(ctx: Context, input: CommandInput<'templateApprove'>): Promise<void> {
  const row = (await store.lockTemplate(ctx.tx, input.id)) ?? refuse('record.unknown', { what: 'template' })
  if (row.status === 'retired') refuse('template.retired')
  const by = { name: ctx.actor.name, at: ctx.now }
  if (!(await store.approveVersion(ctx.tx, input.id, input.version, by))) refuse('approval.stale')
  ctx.audit({
    action: 'templateApprove',
    subject: ['template', input.id],
    after: { name: row.name, version: input.version, status: 'approved' },
  })
}

export const retireTemplate: Handler<Api['templateRetire']> = async (ctx, { id, reason }) => {
  const row = (await store.lockTemplate(ctx.tx, id)) ?? refuse('record.unknown', { what: 'template' })
  if (row.status === 'retired') refuse('template.retired')
  if (row.event === 'phoneCode') refuse('template.needed')
  if ((await waitingOn(ctx.tx, 'template', [id])).size > 0) refuse('template.waiting')
  await store.retireTemplate(ctx.tx, id, ctx.now)
  ctx.audit({
    subject: ['template', id],
    before: { name: row.name, status: row.status },
    after: { status: 'retired' },
    reason,
  })
  return shown(ctx.tx, id)
}

/** A text as it would read, and what it would cost; with the facts of a customer, or with examples. */
export async function previewText(
  ctx: Context,
  input: Input<Api['templatePreview']>,
  customer: { name: string; values: TemplateValues } | undefined,
) {
  const rules = await section(ctx.tx, 'sms', ctx.today)
  const values = { ...valuesFor(input.event, customer?.values), ...(await companyFacts(ctx, input.body)) }
  const rendered = renderTemplate(input.body, values)
  const text = 'text' in rendered ? rendered.text : null
  const measured = measureSms(text ?? input.body)
  const problems = 'problems' in rendered ? rendered.problems.map(describeTemplateProblem) : []
  const cheaper = toGsm7(input.body)
  return {
    text,
    problems,
    encoding: measured.encoding,
    units: measured.units,
    unitsLeft: measured.unitsLeft,
    segments: measured.segments,
    cost: kobo(rules.costPerSegment * BigInt(measured.segments)),
    outsideGsm7: [...measured.outsideGsm7],
    cheaper: cheaper === input.body ? null : cheaper,
    banned: input.purpose === 'recovery' ? bannedIn(input.body, rules) : [],
    customerName: customer?.name ?? null,
  }
}

/** What the customer's record knows, and an example for what only the event itself will bring. */
function valuesFor(event: EventName | null, known: TemplateValues | undefined): TemplateValues {
  const names: readonly VariableName[] = variablesFor(event)
  return Object.fromEntries(
    names.map(name => [
      name,
      known && CAMPAIGN_VARIABLES.includes(name) ? (known[name] ?? '') : VARIABLES[name].example,
    ]),
  )
}

/** For a campaign: the template, and its version in force if there is one. */
export async function approvedTemplate(tx: Tx, id: string) {
  const template = await store.findTemplate(tx, id)
  if (!template) return undefined
  const version = (await store.versionsOf(tx, [id])).find(each => each.status === 'approved')
  return { template, version }
}
