import { randomUUID } from 'node:crypto'
import type { Application } from '../contract/application.ts'
import { localDate } from '../engine/dates.ts'
import { act, type Program, SYSTEM } from '../server/kernel/act.ts'
import type { Tx } from '../server/kernel/db.ts'
import { openPaper } from '../server/kernel/letterPdf.ts'
import { insertDraft } from '../server/modules/requests/drafts.sql.ts'
import { addDraftDocument } from '../server/modules/requests/drafts.ts'
import { submit } from '../server/modules/requests/submit.ts'
import { noteOfficerLinkUse, officerLink } from '../server/modules/settings/officerLinks.ts'
import { section } from '../server/modules/settings/sections.ts'

/** How people come to ask the sample lender for a loan, and what they may ask for. */

export const PRODUCT = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a01'
export const ADVANCE = '8f0c1e52-5b1e-4e0a-9a53-0d5c6f1b7a02'

async function sampleDocument(program: Program, title: string): Promise<string> {
  const lender = await section(program.db, 'organisation', localDate('2026-01-01'))
  const paper = await openPaper(lender, { title, on: localDate('2026-06-01') })
  paper.heading(title, 'Sample document of the sample lender')
  paper.paragraph('This page is in place of the applicant’s own document.')
  return Buffer.from(await paper.finish()).toString('base64')
}

export type Papers = Record<'Work identity card' | 'Latest payslip', string>

export const samplePapers = async (program: Program): Promise<Papers> => ({
  'Work identity card': await sampleDocument(program, 'Work identity card'),
  'Latest payslip': await sampleDocument(program, 'Latest payslip'),
})

/** As from the public page: a draft, its papers, and the submission. */
export async function apply(
  program: Program,
  application: Application,
  papers: Partial<Papers>,
): Promise<string> {
  const [id, draftId] = [randomUUID(), randomUUID()]
  await insertDraft(program.db, { id: draftId, at: program.clock.now(), address: `local ${draftId}` })
  for (const [title, path] of Object.entries(papers))
    await act(program, 'draftDocumentAdd', SYSTEM, ctx =>
      addDraftDocument({ ...ctx, actor: undefined }, { draftId, id: randomUUID(), title, path }),
    )
  await act(program, 'requestSubmit', SYSTEM, async ctx => {
    await noteVisits(ctx.tx, application.accountOfficerCode)
    return submit({ ...ctx, actor: undefined }, { id, draftId, application, phoneCode: '' })
  })
  return id
}

/** Every applicant visited the page once before. */
async function noteVisits(tx: Tx, code: string): Promise<void> {
  const link = code === '' ? undefined : await officerLink(tx, code)
  if (!link) return
  for (const what of ['opened', 'opened', 'started'] as const) await noteOfficerLinkUse(tx, link.code, what)
}
