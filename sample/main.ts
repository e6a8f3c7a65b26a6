import { parseArgs } from 'node:util'
import { runProgram } from '../server/app/start.ts'
import { connect, openDb, whileLoading } from '../server/kernel/db.ts'
import { loadDemo } from './demo.ts'
import { DEMO_PASSWORD, DEMO_STAFF } from './staff.ts'

/** The program with the sample lender in it: `npm run demo`. */

const CONNECTIONS = 20

const { values } = parseArgs({ options: { small: { type: 'boolean' } } })

runProgram({
  addition: {
    async load(program, where) {
      const pool = connect(where.url, { most: CONNECTIONS, name: 'iroko sample', hasty: true })
      try {
        const begins = () => console.log('Loading the sample lender, once; this takes about half a minute …')
        await whileLoading(where.url, () =>
          loadDemo({ ...program, db: openDb(pool) }, { begins, whole: values.small ? undefined : where }),
        )
      } finally {
        await pool.end()
      }
    },
    lines: [
      ``,
      `Sample sign-ins, password ${DEMO_PASSWORD}:`,
      ...DEMO_STAFF.map(
        ({ email, role, code }) => `  ${email.padEnd(26)} ${role}${code ? `, account officer ${code}` : ''}`,
      ),
    ],
  },
})
