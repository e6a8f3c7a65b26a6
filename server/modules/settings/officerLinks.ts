import type { Api } from '../../../contract/api.ts'
import type { Context, Handler } from '../../kernel/context.ts'
import type { Tx } from '../../kernel/db.ts'
import type { Keys } from '../../kernel/keys.ts'
import { refuse } from '../../kernel/refusal.ts'
import * as store from './settings.sql.ts'

const describeLink = (row: store.OfficerLinkRow) => ({
  code: row.code,
  officerName: row.officer_name,
  officerActive: row.officer_active,
  enabled: row.enabled,
  expiresOn: row.expires_on,
  opened: row.opened,
  started: row.started,
  submitted: row.submitted,
})

export const listOfficerLinks: Handler<Api['officerLinkList']> = async ctx => {
  await writeLinkUses(ctx)
  return { rows: (await store.listOfficerLinks(ctx.tx)).map(describeLink) }
}

export const changeOfficerLink: Handler<Api['officerLinkChange']> = async (ctx, input) => {
  const before = (await store.listOfficerLinks(ctx.tx, input.code))[0]
  if (!before) return refuse('record.unknown', { what: 'officer link' })
  await store.saveOfficerLink(ctx.tx, input)
  const after = { enabled: input.enabled, expiresOn: input.expiresOn }
  ctx.audit({
    subject: ['officerLink', input.code],
    before: { enabled: before.enabled, expiresOn: before.expires_on },
    after,
  })
  return { ...describeLink(before), ...after }
}

export type OfficerLink = ReturnType<typeof describeLink>

/** The officer of a link's code; undefined when the code is unknown. */
export async function officerLink(tx: Tx, code: string): Promise<OfficerLink | undefined> {
  const row = (await store.listOfficerLinks(tx, code))[0]
  return row && describeLink(row)
}

export const noteOfficerLinkUse = store.noteOfficerLinkUse

/** Visits of links not yet written, by code: a public GET is no write. A crash loses ten seconds of a counter. */
type Uses = { since: Date; opened: Map<string, number> }
const uses = new WeakMap<Keys, Uses>()
const USES_STORED_MS = 10_000

export async function countLinkOpened(
  ctx: Pick<Context, 'tx' | 'keys' | 'now'>,
  code: string,
): Promise<void> {
  const stored = uses.get(ctx.keys) ?? { since: ctx.now, opened: new Map<string, number>() }
  uses.set(ctx.keys, stored)
  stored.opened.set(code, (stored.opened.get(code) ?? 0) + 1)
  if (ctx.now.getTime() - stored.since.getTime() >= USES_STORED_MS) await writeLinkUses(ctx)
}

async function writeLinkUses({ tx, keys }: Pick<Context, 'tx' | 'keys'>): Promise<void> {
  const stored = uses.get(keys)
  // taken out first: later requests start a new count
  uses.delete(keys)
  for (const [code, times] of stored?.opened ?? []) await store.noteOfficerLinkUse(tx, code, 'opened', times)
}
