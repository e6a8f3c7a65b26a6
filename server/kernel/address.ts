import { isIP, isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
/** Of an IPv6 address: a home line or a server gets all that begin with these, and may take another for every request. */
const GROUPS_OF_LINE = 4

/** True for an address of this machine or an unknown one: it does not distinguish callers. */
export const isLocalOrUnknown = (address: string): boolean =>
  isIP(address) === 0 || address === '::1' || lineOf(address).startsWith('127.')

/** A provider gives a customer who asks for it all that begin with these: 65,536 lines. */
const GROUPS_OF_NETWORK = 3

/** What limits count by: an IPv4 address, or all IPv6 addresses of one line. The trail keeps the address itself. */
export const lineOf = (address: string): string => firstGroups(address, GROUPS_OF_LINE)

/** The coarser count beside it, of many connections of one customer. */
export const networkOf = (address: string): string => firstGroups(address, GROUPS_OF_NETWORK)

function firstGroups(address: string, count: number): string {
  const mapped = MAPPED.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [plain = ''] = address.split('%')
  const [before, after] = plain.split('::').map(part => (part === '' ? [] : part.split(':')))
  const head = before ?? []
  const tail = after ?? []
  const written = head.length + tail.length + (tail.at(-1)?.includes('.') ? 1 : 0)
  const groups = [...head, ...Array<string>(Math.max(0, GROUPS - written)).fill('0'), ...tail]
  const line = groups.slice(0, count).map(group => Number.parseInt(group, 16).toString(16))
  return `${line.join(':')}::/${count * 16}`
}
