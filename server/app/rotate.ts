import type { Program } from '../kernel/act.ts'
import { inTransaction, retried } from '../kernel/db.ts'
import { type Keys, OWNER_KINDS, type Owner, type OwnerKind } from '../kernel/keys.ts'
import {
  finishRotation,
  moveIndexes,
  nextRows,
  type Place,
  processesWithout,
  type Replacement,
  replaceValue,
} from '../kernel/rotation.sql.ts'
import { statedOwner } from '../modules/loanImport/line.ts'

/**
 * Replaces IROKO_SECRET while the program runs with both secrets: all that was sealed or indexed under the one before is made
 * again, batch by batch. A value is left alone where the new secret opens it, so a run that was killed begins again and goes
 * on where it was.
 */

type SealedPlace = Place & {
  /** Whose value it is, by the key of its row; none for a whole JSON column, which is searched. */
  ownerOf?: (name: string, key: readonly string[]) => Owner
  /** Values that are numbers of a person, and so have an index too. */
  numbers?: Readonly<Record<string, 'bvn' | 'nin'>>
}

const ID = [['id', 'uuid']] as const
const owned =
  (kinds: Readonly<Record<string, OwnerKind>>) =>
  (name: string, [id = '']: readonly string[]): Owner => [kinds[name] ?? 'customer.bvn', id]

/** Every place in the database that holds a sealed value; `rotate.test.ts` searches the whole database for others. */
const PLACES: readonly SealedPlace[] = [
  {
    table: 'customer',
    key: ID,
    values: ['bvn_sealed', 'nin_sealed'],
    ownerOf: owned({ bvn_sealed: 'customer.bvn', nin_sealed: 'customer.nin' }),
    numbers: { bvn_sealed: 'bvn', nin_sealed: 'nin' },
  },
  {
    table: 'request_version',
    key: [
      ['request_id', 'uuid'],
      ['version', 'integer'],
    ],
    values: ['application.bvn', 'application.nin'],
    ownerOf: owned({ 'application.bvn': 'request.bvn', 'application.nin': 'request.nin' }),
    numbers: { 'application.bvn': 'bvn', 'application.nin': 'nin' },
  },
  {
    table: 'staff',
    key: ID,
    values: ['bvn_sealed', 'totp_secret'],
    ownerOf: owned({ bvn_sealed: 'staff.bvn', totp_secret: 'staff.totp' }),
    numbers: { bvn_sealed: 'bvn' },
  },
  {
    table: 'customer_trail_key',
    key: [['customer_id', 'uuid']],
    values: ['key_sealed'],
    ownerOf: owned({ key_sealed: 'customer.trailKey' }),
  },
  {
    table: 'message_gateway',
    key: [['gateway', 'text']],
    values: ['api_key_sealed', 'webhook_secret_sealed'],
    ownerOf: owned({ api_key_sealed: 'gateway.apiKey', webhook_secret_sealed: 'gateway.webhookSecret' }),
  },
  {
    table: 'loan_import',
    key: [
      ['intake_id', 'uuid'],
      ['row_number', 'integer'],
    ],
    values: ['stated'],
    ownerOf: (_, [intakeId = '', row = '']) => statedOwner(intakeId, row),
  },
  {
    table: 'retired_key',
    key: [['fingerprint', 'text']],
    values: ['key_sealed'],
    ownerOf: owned({ key_sealed: 'key.retired' }),
  },
  // a copy in an approval shares the id of the record that the approval is about
  { table: 'approval', key: ID, values: ['input::jsonb', 'before::jsonb', 'after::jsonb', 'subject_id'] },
]

const BATCH = 500

export type Rotated = { values: number; passes: number }

/** `afterBatch` is told after each transaction. */
export async function rotateSecret(
  { db, keys }: Pick<Program, 'db' | 'keys'>,
  afterBatch: (values: number) => void = () => {},
): Promise<Rotated> {
  const { before } = keys
  if (!before) throw new Error('rotation without the secret before')
  let values = 0
  // what a process wrote beside a pass is found by the next; the last one finds nothing
  for (let passes = 1; ; passes++) {
    let found = 0
    for (const place of PLACES) {
      let after: readonly string[] | undefined
      do {
        const done = await retried(() =>
          inTransaction(db, async tx => {
            const rows = await nextRows(tx, place, after, BATCH)
            const again = makeAgain(place, rows, { keys, before })
            for (const each of again.replacements) await replaceValue(tx, place, each)
            for (const kind of ['bvn', 'nin'] as const)
              if (again.moves[kind].length > 0) await moveIndexes(tx, kind, again.moves[kind])
            return {
              last: rows.length === BATCH ? rows.at(-1)?.key : undefined,
              made: again.replacements.length,
            }
          }),
        )
        after = done.last
        found += done.made
        afterBatch(done.made)
      } while (after)
    }
    values += found
    if (found > 0) continue
    const retired = { fingerprint: before.fingerprint, key_sealed: before.retire(keys) }
    await inTransaction(db, tx => finishRotation(tx, keys.fingerprint, retired))
    return { values, passes }
  }
}

type Rows = Awaited<ReturnType<typeof nextRows>>
type Both = { keys: Keys; before: Keys }

function makeAgain(place: SealedPlace, rows: Rows, both: Both) {
  const replacements: Replacement[] = []
  const moves = { bvn: [] as { from: Buffer; to: Buffer }[], nin: [] as { from: Buffer; to: Buffer }[] }
  for (const { key, values } of rows)
    for (const [at, name] of place.values.entries()) {
      const from = values[at]
      if (!from) continue
      const made = place.ownerOf
        ? sealedAgain(from, place.ownerOf(name, key), both)
        : searched(from, values.join(' '), both)
      if (!made) continue
      replacements.push({ key, name, from, to: made.to })
      const kind = place.numbers?.[name]
      if (kind && made.plain)
        moves[kind].push({
          from: both.before.blindIndex(kind, made.plain),
          to: both.keys.blindIndex(kind, made.plain),
        })
    }
  return { replacements, moves }
}

/** Undefined where the new secret opens it already. */
function sealedAgain(
  sealed: string,
  owner: Owner,
  { keys, before }: Both,
): { to: string; plain: string } | undefined {
  if (opens(keys, sealed, owner) !== undefined) return undefined
  const plain = before.open(sealed, owner)
  return { to: keys.seal(plain, owner), plain }
}

function opens(keys: Keys, sealed: string, owner: Owner): string | undefined {
  try {
    return keys.openOwn(sealed, owner)
  } catch {
    return undefined
  }
}

/** Sealed values within JSON: by their mark, and by opening. */
const SEALED_TEXT = /"(v1\.[A-Za-z0-9_-]{38,})"/g

function searched(json: string, beside: string, both: Both): { to: string; plain: undefined } | undefined {
  const ids = [...new Set(beside.match(UUID) ?? []), 'termii', 'africasTalking']
  const to = json.replace(SEALED_TEXT, (whole, sealed: string) => {
    for (const kind of OWNER_KINDS)
      for (const id of ids) {
        const plain = opens(both.before, sealed, [kind, id])
        if (plain !== undefined) return JSON.stringify(both.keys.seal(plain, [kind, id]))
      }
    return whole
  })
  return to === json ? undefined : { to, plain: undefined }
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** `npm run rotate-secret`. */
export async function rotateCommand({ db, keys }: Program): Promise<number> {
  if (!keys.before) {
    console.error(
      'Set IROKO_SECRET to the new secret and IROKO_SECRET_OLD to the one before. See docs/operations.md, Keys.',
    )
    return 1
  }
  const without = await processesWithout(db, keys.fingerprint)
  if (without > 0) {
    console.error(
      `${without} running processes do not have the new secret. Restart all with IROKO_SECRET and IROKO_SECRET_OLD, wait two minutes, and try again.`,
    )
    return 1
  }
  const { values } = await rotateSecret({ db, keys })
  console.log(`${values} values sealed again. Remove IROKO_SECRET_OLD and restart all processes.`)
  return 0
}
