import type { Api } from '../../../contract/api.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import type { Handler } from '../../kernel/context.ts'
import { type SheetColumns, sheetOf } from '../../kernel/sheet.ts'
import { listOfficerLinks } from './officerLinks.ts'

type OfficerLink = Reply<Api['officerLinkList']>['rows'][number]

/** As the list says it. */
function stateOf(link: OfficerLink, today: string): string {
  if (!link.officerActive) return 'Officer not active'
  if (!link.enabled) return 'Switched off'
  return link.expiresOn !== null && link.expiresOn < today ? 'Expired' : 'Open'
}

const columns = (today: string): SheetColumns<OfficerLink> => [
  ['Officer', link => link.officerName],
  ['Code', link => link.code],
  ['State', link => stateOf(link, today)],
  ['Last day', link => link.expiresOn],
  ['Opened', link => link.opened],
  ['Started', link => link.started],
  ['Submitted', link => link.submitted],
]

/** The officers' links with what came through each, for a spreadsheet. */
export const exportOfficerLinks: Handler<Api['officerLinkExport']> = async (ctx, { format }) => {
  const { rows } = await listOfficerLinks(ctx, {})
  ctx.audit({ subject: ['export', 'officer links'], after: { format, rows: rows.length } })
  return sheetOf(format, { name: 'officer-links', on: ctx.today }, columns(ctx.today), rows)
}
