import pg from 'pg'

/** Says one thing to a server, over a line of its own, and gives the databases it names. */
export async function administer(url: string, sql: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // several statements answer with as many results
    const { rows }: { rows?: { datname: string }[] } = await client.query(sql)
    return (rows ?? []).map(row => row.datname)
  } finally {
    await client.end()
  }
}
