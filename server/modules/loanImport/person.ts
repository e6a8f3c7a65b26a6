import type { Context } from '../../kernel/context.ts'
import { statedOwner } from './line.ts'
import { importsOf } from './person.sql.ts'

/** What the lines of imported books stated of these loans. */
export const importedAs = async (ctx: Context, loanIds: readonly string[]) =>
  (await importsOf(ctx.tx, loanIds)).map(({ intake_id, row_number, stated, ...line }) => ({
    ...line,
    stated: JSON.parse(ctx.keys.open(stated, statedOwner(intake_id, row_number))) as unknown,
  }))
