import { expect, test } from 'vitest'
import { hasPackages } from '../../test/packages.ts'
import { openTally } from '../chaos/tally.ts'
import { runFailovers } from './failover.ts'

/** The short form of `npm run failover`, where Debian's packages are. */

const canRun = hasPackages('patroni', 'etcd-server', 'haproxy', 'pgbouncer', 'pgbackrest', 'postgresql')

test.skipIf(!canRun)(
  'a PgBouncer and the leader killed under load: nothing lost, nothing done twice',
  async () => {
    const said: string[] = []
    const tally = openTally(1, line => said.push(line))
    const kinds = ['PgBouncer restarted', 'leader killed']
    const outages = await runFailovers(tally, { rounds: kinds.length, kinds, quick: true })
    expect(tally.violations, said.join('\n')).toEqual([])
    expect(outages.map(({ kind }) => kind)).toEqual(kinds)
  },
  600_000,
)
