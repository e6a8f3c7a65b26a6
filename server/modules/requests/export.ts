import { tenorText } from '../../../contract/products.ts'
import { CHANNEL_WORDS, FLAG_WORDS, SLA_WORDS } from '../../../contract/requests.ts'
import { EMPLOYER, IPPIS_NUMBER } from '../../../contract/vocabulary.ts'
import { formatPpm } from '../../../engine/percent.ts'
import { exportOf } from '../../kernel/export.ts'
import { type SheetColumns, sheetMoment, sheetNaira, sheetWords } from '../../kernel/sheet.ts'
import { section } from '../settings/settings.ts'
import type { ListedRequest } from './list.sql.ts'
import { listRows } from './queue.ts'

type Reasons = ReadonlyMap<string, string>

/** A queue, for a spreadsheet. */
export const exportQueue = exportOf(listRows, async (ctx, { stage }) => {
  const { codes } = await section(ctx.tx, 'reasonCodes', ctx.today)
  return {
    what: `requests, ${stage}`,
    name: `requests-${stage}`,
    columns: columnsOf(new Map(codes.map(({ code, label }) => [code, label]))),
  }
})

const columnsOf = (reasons: Reasons): SheetColumns<ListedRequest> => [
  ['Reference', row => row.reference],
  ['Applicant', row => row.applicant],
  [IPPIS_NUMBER, row => row.ippisNumber],
  [EMPLOYER, row => row.mda],
  ['State', row => row.state],
  ['Product', row => row.productName],
  ['Amount (NGN)', row => sheetNaira(BigInt(row.amount))],
  ['Tenor', row => tenorText(row.tenor, row.rhythm)],
  ['Instalment (NGN)', row => sheetNaira(BigInt(row.instalment))],
  ['Share of pay', row => percentText(row.shareOfPayPpm)],
  ['Pay according to', row => (row.payMonth ? `Payroll of ${row.payMonth}` : 'Applicant')],
  ['Share of pay as stated', row => percentText(row.statedShareOfPayPpm)],
  ['Account officer code', row => row.officerCode],
  ['Officer', row => row.officerName],
  ['Channel', row => CHANNEL_WORDS[row.channel]],
  ['Stage', row => sheetWords(row.stage)],
  ['Reason', row => row.reasonCode && (reasons.get(row.reasonCode) ?? row.reasonCode)],
  ['Note', row => row.reasonNote],
  ['Flags', row => row.flags.map(flag => FLAG_WORDS[flag].label).join(', ')],
  ['Claimed by', row => row.claimedBy?.name ?? null],
  ['Submitted (Lagos)', row => sheetMoment(row.submittedAt)],
  ['In this stage since (Lagos)', row => sheetMoment(row.stageSince)],
  ['SLA', row => (row.sla === 'none' ? null : SLA_WORDS[row.sla])],
  ['Version', row => String(row.version)],
]

const percentText = (ppm: number | null): string | null => (ppm === null ? null : formatPpm(ppm, 2))
