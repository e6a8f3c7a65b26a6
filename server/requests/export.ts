import type { Api } from '../../contract/api.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { formatPpm } from '../../engine/percent.ts'
import type { Handler } from '../context.ts'
import { section } from '../settings/settings.ts'
import { type SheetColumns, sheetMoment, sheetNaira, sheetOfList, sheetWords } from '../sheet.ts'

type Row = Reply<Api['requestList']>['rows'][number]
type Reasons = ReadonlyMap<string, string>

/** A queue, for a spreadsheet. */
export const exportList =
  (list: Handler<Api['requestList']>): Handler<Api['requestExport']> =>
  async (ctx, input) => {
    const { codes } = await section(ctx.tx, 'reasonCodes', ctx.today)
    return sheetOfList(ctx, list, input, {
      what: `requests, ${input.stage}`,
      name: `requests-${input.stage}`,
      columns: columnsOf(new Map(codes.map(({ code, label }) => [code, label]))),
    })
  }

const columnsOf = (reasons: Reasons): SheetColumns<Row> => [
  ['Reference', row => row.reference],
  ['Applicant', row => row.applicant],
  ['IPPIS number', row => row.ippisNumber],
  ['Employer', row => row.mda],
  ['State', row => row.state],
  ['Product', row => row.productName],
  ['Amount (NGN)', row => sheetNaira(row.amount)],
  ['Tenor', row => String(row.tenor)],
  ['Instalment (NGN)', row => sheetNaira(row.instalment)],
  ['Share of pay', row => percentText(row.shareOfPayPpm)],
  ['Officer code', row => row.officerCode],
  ['Officer', row => row.officerName],
  ['Came by', row => (row.channel === 'staff' ? 'A colleague' : 'The public page')],
  ['Stage', row => sheetWords(row.stage)],
  ['Reason', row => row.reasonCode && (reasons.get(row.reasonCode) ?? row.reasonCode)],
  ['Remarks', row => row.flags.map(sheetWords).join(', ')],
  ['Claimed by', row => row.claimedBy?.name ?? null],
  ['Submitted (Lagos)', row => sheetMoment(row.submittedAt)],
  ['In this stage since (Lagos)', row => sheetMoment(row.stageSince)],
  ['Version', row => String(row.version)],
]

const percentText = (ppm: number | null): string | null => (ppm === null ? null : formatPpm(ppm, 2))
