import { chance } from '../../sample/random.ts'
import { oneNodeGone } from './clicks.ts'
import { closingSitting } from './closing.ts'
import { actOnSameLoans, filesAtOnce } from './crowd.ts'
import { fullDisk } from './disk.ts'
import { instructionSitting } from './instructions.ts'
import { checkIdempotency } from './intents.ts'
import { oneKeyManyTimes } from './keys.ts'
import { prepareLender } from './lender.ts'
import { brokenLines, endedSessions } from './lines.ts'
import { littleMemory } from './memory.ts'
import { nightsSitting, turnedClocks } from './nights.ts'
import { decidedAtOneInstant } from './pairs.ts'
import { postingSitting, sendingSitting } from './posting.ts'
import { revokedMeansNow } from './revoked.ts'
import { rollingRestarts } from './rolling.ts'
import { manyMessages } from './sms.ts'
import { openStage, type Stage } from './stage.ts'
import { statementsSitting } from './statements.ts'
import { openTally, type Tally } from './tally.ts'
import { calmUpload, uploadRound } from './upload.ts'
import { uploadUnderFaults } from './uploadFaults.ts'

/** The parts of a run, in their order; each draws by its place, so that new ones come last. */
export const PARTS = [
  'chunks',
  'intents',
  'clicks',
  'memory',
  'upload',
  'posting',
  'sending',
  'nights',
  'lines',
  'rolling',
  'clocks',
  'sms',
  'files',
  'crowd',
  'disk',
  'pairs',
  'keys',
  'revoked',
  'sessions',
  'instructions',
  'closing',
  'statements',
] as const
export type Part = (typeof PARTS)[number]

export type Wishes = {
  seed: number
  /**
   * How much of each part: files (chunks), wishes (intents), web nodes to kill (clicks), rows of the roster (memory), strikes
   * that have to fall (upload, posting, sending, nights, lines, instructions, closing, statements), programs to replace (rolling), turns of the clock (clocks),
   * messages (sms), files at once (files), seconds (crowd, sessions), times the disk is filled (disk), pairs who approve at
   * one instant (pairs), keys sent many times (keys), people from whom something is taken in each way (revoked).
   */
  parts: Partial<Record<Part, number>>
  /** Leaves out the providers that never answer, each of whom takes fifteen seconds. */
  quick?: boolean
  say?: (line: string) => void
}

type Run = { stage: Stage; tally: Tally; quick: boolean; say: (line: string) => void }

export async function runFaults({ seed, parts, quick = false, say = () => {} }: Wishes): Promise<Tally> {
  const tally = openTally(seed, say)
  say(`seed ${seed}`)
  const wanted = PARTS.filter(part => (parts[part] ?? 0) > 0)
  const rest = wanted.filter(part => part !== 'disk')
  if (rest.length > 0) {
    const stage = await openStage(site => prepareLender(site, tally))
    try {
      for (const part of rest) {
        await timed(tally, part, () => act({ stage, tally, quick, say }, part, parts[part] ?? 0))
        await stage.clear()
      }
    } finally {
      await stage.close()
    }
  }
  // on a disk of its own, and so with a database of its own
  if (wanted.includes('disk')) await timed(tally, 'disk', () => fullDisk(tally, parts.disk ?? 0))
  return tally
}

/** A part that fails to finish is a finding, and the next one starts with a new site. */
async function timed(tally: Tally, part: Part, run: () => Promise<void>): Promise<void> {
  const start = performance.now()
  // its own, so that a part draws the same whatever ran before it
  tally.roll = chance(tally.seed + PARTS.indexOf(part))
  await run().catch(error => tally.check(`${part} comes to its end`, [String(error)]))
  const seconds = ((performance.now() - start) / 1_000).toFixed(0)
  tally.say(`── ${part} took ${seconds} s, ${tally.violations.length} violations so far`)
}

async function act(run: Run, part: Part, amount: number): Promise<void> {
  const { stage, tally, quick, say } = run
  switch (part) {
    case 'chunks':
      return uploadUnderFaults(stage, tally, amount)
    case 'intents':
      return checkIdempotency(stage, tally, amount)
    case 'clicks':
      return oneNodeGone(stage, tally, amount)
    case 'memory':
      return littleMemory(stage, tally, amount)
    case 'upload': {
      const calm = await calmUpload(stage, tally)
      say(`an undisturbed upload takes ${Math.round(calm.ms)} ms and leaves ${calm.state.length} rows`)
      return struck(run, part, amount, left => uploadRound(stage, tally, calm, left))
    }
    case 'posting':
      return struck(run, part, amount, left => postingSitting(stage, tally, left))
    case 'sending':
      return struck(run, part, amount, left => sendingSitting(stage, tally, left))
    case 'nights':
      return struck(run, part, amount, left => nightsSitting(stage, tally, left))
    case 'lines':
      return struck(run, part, amount, left => brokenLines(stage, tally, left))
    case 'rolling':
      return rollingRestarts(stage, tally, amount)
    case 'clocks':
      return turnedClocks(stage, tally, amount)
    case 'sms':
      return manyMessages(stage, tally, amount, quick)
    case 'files':
      return filesAtOnce(stage, tally, amount)
    case 'crowd':
      return actOnSameLoans(stage, tally, amount)
    case 'disk':
      return fullDisk(tally, amount)
    case 'pairs':
      return decidedAtOneInstant(stage, tally, amount)
    case 'keys':
      return oneKeyManyTimes(stage, tally, amount)
    case 'revoked':
      return revokedMeansNow(stage, tally, amount)
    case 'sessions':
      return endedSessions(stage, tally, amount)
    case 'instructions':
      return struck(run, part, amount, left => instructionSitting(stage, tally, left))
    case 'closing':
      return struck(run, part, amount, left => closingSitting(stage, tally, left))
    case 'statements':
      return struck(run, part, amount, left => statementsSitting(stage, tally, left))
  }
}

/** A strike that comes after the work is done does not count, and its round is made again; so often and no more. */
const ROUNDS_A_STRIKE_MAX = 3

/** Round after round until so many strikes fell; each round says how many of its own did. Too few prove too little. */
async function struck(
  { stage, tally, say }: Run,
  part: Part,
  strikes: number,
  round: (left: number) => Promise<number>,
): Promise<void> {
  let fallen = 0
  for (let tried = 1; fallen < strikes && tried <= ROUNDS_A_STRIKE_MAX * strikes; tried++) {
    const start = performance.now()
    fallen += await round(strikes - fallen).catch(async error => {
      tally.check(`${part} comes to its end`, [String(error)])
      await stage.clear()
      return 0
    })
    const seconds = ((performance.now() - start) / 1_000).toFixed(1)
    say(
      `${part} ${Math.min(fallen, strikes)}/${strikes} (${seconds} s), ${tally.violations.length} violations`,
    )
  }
  tally.check(`${part}: every strike fell`, fallen < strikes ? [`${fallen} of ${strikes}`] : [])
}
