import { sql } from 'kysely'
import { loadDemoStaff } from '../../sample/staff.ts'
import { migrate } from '../../server/kernel/db.ts'
import { Replicas, readFromReplicas } from '../../server/kernel/replicas.ts'
import { customerRow } from '../../test/customerRows.ts'
import { startPair } from '../../test/replica.ts'
import { createTestApp, requestFor, type TestApp } from '../../test/testApp.ts'
import type { Tally } from '../chaos/tally.ts'

/** How many lists a second one web process gives, from the primary alone and with two replicas, by rounds. */

const CUSTOMERS = 5_000
const CALLERS = 16
const ROUNDS = 3

/** Lists a second, and how many of those with replicas a replica gave. */
export type Scaling = { alone: number; withReplicas: number; onReplicas: number }

export async function readScaling(tally: Tally, seconds: number): Promise<Scaling> {
  const pair = await startPair()
  await migrate(pair.primary)
  const testApp = await createTestApp({
    database: { url: pair.primary, drop: async () => {} },
    remembers: true,
  })
  let replicas: Replicas | undefined
  try {
    await loadDemoStaff(testApp.program)
    await addCustomers(testApp)
    const auditor = await testApp.signIn('auditor@iroko.test')
    const { host } = new URL(await pair.follower())
    replicas = new Replicas(pair.replica.replace(/\/(?=\w+$)/, `,${host}/`), pair.primary, {
      statementSeconds: 4,
    })
    readFromReplicas(testApp.program.db, replicas)
    const pick = replicas.pick.bind(replicas)
    let isAlone = true
    let onReplicas = 0
    replicas.pick = (reads, after) => {
      const copy = isAlone ? undefined : pick(reads, after)
      if (copy) onReplicas += 1
      return copy
    }

    let calls = 0
    const caller = async (ends: number): Promise<number> => {
      let lists = 0
      for (; performance.now() < ends; lists++) {
        calls += 1
        // an address of its own: each has a limit of requests a minute
        const remoteAddress = `10.0.${Math.floor(calls / 250) % 250}.${calls % 250}`
        const { statusCode } = await testApp.app.inject({
          ...requestFor('customerList', {}, auditor),
          remoteAddress,
        })
        if (statusCode !== 200) tally.check('each list is given', [`${statusCode}`])
      }
      return lists
    }
    const measure = async (alone: boolean, lasting: number): Promise<number> => {
      isAlone = alone
      const ends = performance.now() + lasting * 1_000
      const lists = await Promise.all(Array.from({ length: CALLERS }, () => caller(ends)))
      return lists.reduce((sum, each) => sum + each, 0)
    }

    // plans and memory as in a day's work
    await measure(true, 1)
    await measure(false, 1)
    onReplicas = 0
    const lists = { alone: 0, withReplicas: 0 }
    for (let each = 0; each < ROUNDS; each++) {
      lists.alone += await measure(true, seconds)
      lists.withReplicas += await measure(false, seconds)
    }
    tally.check('replicas give lists', onReplicas > 0 ? [] : ['none was given by a replica'])
    return {
      alone: lists.alone / (ROUNDS * seconds),
      withReplicas: lists.withReplicas / (ROUNDS * seconds),
      onReplicas: onReplicas / (ROUNDS * seconds),
    }
  } finally {
    await replicas?.close()
    await testApp.close()
    await pair.stop()
  }
}

async function addCustomers({ program: { db } }: TestApp): Promise<void> {
  const rows = Array.from({ length: CUSTOMERS }, (_, n) =>
    customerRow(n, { surname: `Bello${n}`, first: 'Amina' }),
  )
  const texts = rows.map(row => ({
    ...row,
    net_pay: String(row.net_pay),
    bvn_index: `\\x${row.bvn_index.toString('hex')}`,
    nin_index: `\\x${row.nin_index.toString('hex')}`,
  }))
  const columns = sql.raw(Object.keys(texts[0] ?? {}).join(', '))
  await sql`
    insert into customer (${columns})
    select ${columns} from json_populate_recordset(null::customer, ${JSON.stringify(texts)}::json)`.execute(
    db,
  )
  await sql`analyze customer`.execute(db)
}
