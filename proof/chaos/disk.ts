import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { checkAll } from './checks.ts'
import { openCounter } from './counter.ts'
import { adminOf, bring, monthsBack, payroll, prepareLender, today, until } from './lender.ts'
import { person } from './people.ts'
import { openStage, type Stage } from './stage.ts'
import { waitUntilIdle, withOthers } from './strikes.ts'
import type { Tally } from './tally.ts'

/** A disk that fills up under everything the program and its database keep, and has room again later. Needs root. */

const SIZE_MB = 640
const FULL_MS = 6_000
const run = promisify(execFile)

export async function fullDisk(tally: Tally, times: number): Promise<void> {
  const mount = await mkdtemp(join(tmpdir(), 'iroko-disk-'))
  await run('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'tmpfs', mount])
  try {
    const stage = await openStage(site => prepareLender(site, tally), { within: mount })
    try {
      for (let round = 1; round <= times; round++) await fillOnce(stage, tally, join(mount, 'filler'), round)
    } finally {
      await rm(join(mount, 'filler'), { force: true })
      await stage.close()
    }
  } finally {
    await run('umount', ['--lazy', mount])
    await rmdir(mount)
  }
}

async function fillOnce(stage: Stage, tally: Tally, filler: string, round: number): Promise<void> {
  const site = await stage.site()
  const scene = { stage, site, tally }
  await mkdir(site.dataDirectory, { recursive: true })
  await site.start('all')
  const counter = await openCounter(scene, today)
  const form = {
    kind: 'payroll',
    period: monthsBack(1),
    fileName: 'payroll.csv',
    pieceBytes: 40_000,
  } as const
  const upload = bring(person(site, adminOf(5), tally), payroll(1_000, round), form)
  upload.catch(() => {})
  let granted = 0
  await withOthers(
    isOver => counter.open(4, isOver),
    async () => {
      await sleep(500 + tally.roll(2_000))
      granted = await whileFull(filler, tally, () => counter.done.size)
      const before = counter.done.size
      await until('people are served again', async () => counter.done.size > before)
      await upload
    },
  )
  tally.say(
    `a full disk: ${granted} receipts granted meanwhile, ${site.unanswered.length} times “come back later”`,
  )
  await waitUntilIdle(scene)
  await checkAll(site, tally)
  tally.check('I14 what was granted is there, what was refused is not', await counter.forgotten())
  await site.close()
}

/** Gives how many receipts were granted before there was room again. */
async function whileFull(filler: string, tally: Tally, granted: () => number): Promise<number> {
  await fill(filler)
  tally.fault('F13 full disk')
  const before = granted()
  // what little is left is used up by the work itself, so the filler takes it again and again
  for (let waited = 0; waited < FULL_MS; waited += 200) {
    await sleep(200)
    await fill(filler)
  }
  const more = granted() - before
  await rm(filler)
  return more
}

const CHUNK = Buffer.alloc(1_048_576)

/** Writes until not a byte more fits. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'a')
  try {
    for (let size = CHUNK.length; size >= 512; )
      try {
        await file.write(CHUNK, 0, size)
      } catch {
        size = size / 2
      }
  } finally {
    await file.close()
  }
}
