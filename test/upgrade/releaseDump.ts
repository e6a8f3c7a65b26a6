import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type pg from 'pg'

/**
 * The rows of every table of a released version, so that later migrations can be tried on them. Lines of text: the migrations
 * that made the schema, sequences, partitions, then each table's columns followed by its rows as JSON of PostgreSQL.
 */
export type Release = { migrations: string[] }

const ROWS_PER_INSERT = 200

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and n.nspname in ('public', 'staging') and c.relname <> 'migration'
   order by 1`

/** Made by the program, one for each payroll file. */
const PARTITIONS = `
  select format('%I partition of %s %s', c.relname, i.inhparent::regclass, pg_get_expr(c.relpartbound, c.oid)) as name
    from pg_class c join pg_inherits i on i.inhrelid = c.oid
   where c.relkind = 'r' and c.relispartition and c.relnamespace = 'public'::regnamespace
   order by 1`

const COLUMNS = `
  select quote_ident(attname) as name
    from pg_attribute
   where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
   order by attnum`

export async function writeDump(client: pg.ClientBase): Promise<Buffer> {
  const lines: string[] = []
  const migrations = await names(client, 'select name from migration order by name')
  lines.push(`release ${JSON.stringify({ migrations } satisfies Release)}`)
  const sequences = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
       from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
  for (const { name, value } of sequences.rows) lines.push(`sequence ${name} ${value}`)
  for (const partition of await names(client, PARTITIONS)) lines.push(`partition ${partition}`)
  for (const table of await names(client, TABLES)) {
    const columns = await names(client, COLUMNS, [table])
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(each)::text as row from (select ${columns.join(', ')} from ${table}) as each order by 1`,
    )
    if (rows.length === 0) continue
    lines.push(`table ${table} ${columns.join(', ')}`, ...rows.map(({ row }) => row))
  }
  return promisify(gzip)(lines.join('\n'), { level: 9 })
}

export async function readRelease(dump: Buffer): Promise<Release> {
  const [first = ''] = (await linesIn(dump)).slice(0, 1)
  return JSON.parse(first.slice('release '.length)) as Release
}

/** Into a database whose schema the migrations of the release made; what their seed put there goes first. */
export async function loadDump(client: pg.ClientBase, dump: Buffer): Promise<void> {
  await client.query('begin')
  // triggers guard rows that are written by the program; these were
  await client.query('set local session_replication_role = replica')
  await client.query(`truncate ${(await names(client, TABLES)).join(', ')}`)
  let insert: (rows: string[]) => Promise<unknown> = async () => {}
  let waiting: string[] = []
  const flush = async () => {
    if (waiting.length > 0) await insert(waiting)
    waiting = []
  }
  for (const line of (await linesIn(dump)).slice(1)) {
    if (line.startsWith('{')) {
      waiting.push(line)
      if (waiting.length === ROWS_PER_INSERT) await flush()
      continue
    }
    await flush()
    const [kind, name = '', ...rest] = line.split(' ')
    if (kind === 'sequence') await client.query('select setval($1::regclass, $2)', [name, rest[0]])
    else if (kind === 'partition') await client.query(`create table ${[name, ...rest].join(' ')}`)
    else insert = insertInto(client, name, rest.join(' '))
  }
  await flush()
  await client.query('commit')
}

const insertInto = (client: pg.ClientBase, table: string, columns: string) => (rows: string[]) =>
  client.query(
    `insert into ${table} (${columns}) overriding system value
     select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [`[${rows.join(',')}]`],
  )

const linesIn = async (dump: Buffer): Promise<string[]> =>
  (await promisify(gunzip)(dump)).toString('utf8').split('\n')

async function names(client: pg.ClientBase, query: string, values: string[] = []): Promise<string[]> {
  return (await client.query<{ name: string }>(query, values)).rows.map(({ name }) => name)
}
