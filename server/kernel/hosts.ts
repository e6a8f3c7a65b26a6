import pg from 'pg'

/**
 * Connection strings with several hosts, as libpq knows them: postgres://user@one:5432,two:5432/iroko?target_session_attrs=read-write.
 * The driver takes one host (decision 42), so the one that suits is looked for each time a connection is made.
 */

/** One connection string for each host. */
export function hostsOf(url: string): string[] {
  const parts = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url)
  if (!parts) return [url]
  const [, start = '', hosts = '', rest = ''] = parts
  return hosts.split(',').map(host => `${start}${host}${rest}`)
}

/** A server that does not answer in this time is left out. */
const PROBE_MS = 3_000

/** Whether a server will do, by libpq's names; this program writes wherever nothing else is said. */
type Server = { isStandby: boolean; isReadOnly: boolean }
const SUITS: Readonly<Record<string, (server: Server) => boolean>> = {
  'read-write': server => !server.isReadOnly,
  primary: server => !server.isStandby,
  'read-only': server => server.isReadOnly,
  standby: server => server.isStandby,
  any: () => true,
}

/** The connection string of the host that suits now. A single host is taken as it is. */
export async function oneHost(url: string): Promise<string> {
  const hosts = hostsOf(url)
  if (hosts.length === 1) return url
  const wanted = new URL(hosts[0] ?? '').searchParams.get('target_session_attrs') ?? 'read-write'
  if (wanted === 'prefer-standby') return firstOf(hosts, 'standby').catch(() => firstOf(hosts, 'any'))
  return firstOf(hosts, wanted)
}

/** All are asked at once, so that a silent one delays no caller. */
async function firstOf(hosts: readonly string[], wanted: string): Promise<string> {
  const suits = SUITS[wanted]
  if (!suits)
    throw new Error(
      `target_session_attrs is "${wanted}"; it must be one of ${Object.keys(SUITS).join(', ')}.`,
    )
  try {
    return await Promise.any(hosts.map(host => probe(host, suits)))
  } catch (error) {
    const reasons: unknown[] = error instanceof AggregateError ? error.errors : [error]
    // a wrong password is not waited for, as a server that is away is
    const refusal = reasons.find(isRefusal)
    if (refusal instanceof Error) throw refusal
    throw new NoHost(`none of ${hosts.length} servers is ${wanted}`)
  }
}

const isRefusal = (reason: unknown): boolean =>
  reason instanceof pg.DatabaseError && /^(28|3D)/.test(reason.code ?? '')

/** Says the same as PostgreSQL does while it starts: try again. */
class NoHost extends Error {
  readonly code = '57P03'
}

async function probe(url: string, suits: (server: Server) => boolean): Promise<string> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'iroko host',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Server>(
      `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
    )
    if (!rows[0] || !suits(rows[0])) throw new NoHost('not this one')
    return url
  } finally {
    await client.end().catch(() => {})
  }
}
