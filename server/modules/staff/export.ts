import type { Api } from '../../../contract/api.ts'
import { storedFilter } from '../../kernel/audit.ts'
import type { Handler } from '../../kernel/context.ts'
import { orderOf } from '../../kernel/cursor.ts'
import { sheetOfRows } from '../../kernel/export.ts'
import type { NextRows, SheetColumns } from '../../kernel/sheet.ts'
import { idleSince } from '../auth/auth.ts'
import * as list from './staff.sql.ts'

export const exportStaff: Handler<Api['userExport']> = async (ctx, { format, sort, ...filter }) => {
  const next: NextRows<list.StaffListRow> = (last, limit) => {
    const after = last && { key: last.sort_key ?? '', id: last.id }
    return list.listStaff(ctx.tx, filter, { ...orderOf(sort), after, limit }, idleSince(ctx))
  }
  return sheetOfRows(ctx, format, {
    what: 'staff',
    about: { filter: storedFilter(filter) },
    rows: await list.countStaffIn(ctx.tx, filter),
    name: 'staff',
    columns: STAFF,
    next,
  })
}

const STAFF: SheetColumns<list.StaffListRow> = [
  ['First name', row => row.first_name],
  ['Last name', row => row.last_name],
  ['Email', row => row.email],
  ['Phone', row => row.phone],
  ['Status', row => row.status],
  ['Roles', row => row.roles.join(', ')],
  ['Account officer code', row => row.account_officer_code],
  ['Two-factor authentication (2FA)', row => (row.totp_enrolled_at ? 'yes' : 'no')],
  ['Signed up', row => row.signed_up_at.toISOString()],
  ['Last sign-in', row => row.last_sign_in_at?.toISOString() ?? null],
]
