import type { Context } from '../../kernel/context.ts'
import { canRevealNumbers, noteNumberSearch } from '../auth/auth.ts'
import { peopleCalled } from '../customers/customers.ts'
import type { SoughtMessages } from './messaging.sql.ts'

/** As many people as a page of messages can be gathered from at once. */
const PEOPLE_MAX = 500

/** A phone or, for who may reveal it, how it begins; its last four digits as lists show them; or a person by name or number. */
export async function readSearch(
  ctx: Context,
  typed: string | undefined,
): Promise<SoughtMessages | undefined> {
  const text = typed?.trim() ?? ''
  if (text === '') return undefined
  const digits = /^[+\d\s().•-]+$/.test(text) ? text.replace(/\D/g, '') : ''
  if (digits.length === 4) return { phoneEnds: digits, people: [] }
  // 0803 123 4567, 234 803 123 4567 and 803 123 4567 are one number
  const national = /^(?:2340?|0)?([789]\d{2,9})$/.exec(digits)?.[1]
  const isPhone = national !== undefined && (national !== digits || national.length === 10)
  const isWhole = national?.length === 10
  if (isPhone && (isWhole || canRevealNumbers(ctx))) {
    await noteNumberSearch(ctx, 'messages', [national])
    return { phoneBegins: national, people: [] }
  }
  return { people: await peopleCalled(ctx, text, PEOPLE_MAX) }
}
