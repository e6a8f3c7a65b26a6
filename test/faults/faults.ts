import { filesAtOnce, handsOnTheSameLoans } from './crowd.ts'
import { prepareLender } from './lender.ts'
import { type Layout, postingRound, sendingRound } from './posting.ts'
import { openStage } from './stage.ts'
import { openTally, type Tally } from './tally.ts'
import { calmUpload, uploadRound } from './upload.ts'

export const PARTS = ['upload', 'posting', 'sending', 'crowd'] as const

export type Wishes = {
  seed: number
  /** How many strikes an upload, the posting and the sending each have to bear. */
  upload: number
  posting: number
  sending: number
  /** How long sixteen people work on the same loans, and how many files come at once. */
  seconds: number
  files: number
  only?: readonly (typeof PARTS)[number][]
  /** One round in so many is spread over two doors and three workers, who find out about deaths by themselves. */
  spreadOneIn?: number
  say?: (line: string) => void
}

const STRIKES_A_ROUND = 3

export async function runFaults(wishes: Wishes): Promise<Tally> {
  const { only = PARTS, say = () => {}, spreadOneIn = 6 } = wishes
  const tally = openTally(wishes.seed, say)
  say(`seed ${wishes.seed}`)
  const stage = await openStage(site => prepareLender(site, tally))
  const struck = () =>
    [...tally.faults].reduce((sum, [kind, times]) => sum + (kind === 'provider' ? 0 : times), 0)
  /** Rounds until so many strikes fell: one that came after the work was done does not count. */
  const rounds = async (part: string, strikes: number, round: (left: number) => Promise<void>) => {
    const end = struck() + strikes
    for (let turn = 1; struck() < end && turn <= 3 * strikes; turn++) {
      const start = performance.now()
      // a round that cannot come to its end is a finding, and the next one begins afresh
      await round(end - struck()).catch(error => tally.check(`${part} comes to its end`, [String(error)]))
      const seconds = ((performance.now() - start) / 1_000).toFixed(1)
      say(
        `${part} ${strikes - Math.max(0, end - struck())}/${strikes} (${seconds} s), ${tally.violations.length} violations`,
      )
    }
  }
  const layout = (): Layout => (spreadOneIn > 0 && tally.roll(spreadOneIn) === 0 ? 'spread' : 'one')
  try {
    if (only.includes('upload')) {
      const calm = await calmUpload(stage, tally)
      say(`an undisturbed upload takes ${Math.round(calm.ms)} ms and leaves ${calm.state.length} rows`)
      await rounds('upload', wishes.upload, left => uploadRound(stage, tally, calm, left))
    }
    if (only.includes('posting'))
      await rounds('posting', wishes.posting, left =>
        postingRound(stage, tally, layout(), Math.min(left, STRIKES_A_ROUND)),
      )
    if (only.includes('sending'))
      await rounds('sending', wishes.sending, left =>
        sendingRound(stage, tally, layout(), Math.min(left, STRIKES_A_ROUND)),
      )
    if (only.includes('crowd')) {
      if (wishes.files > 0) await filesAtOnce(stage, tally, wishes.files)
      if (wishes.seconds > 0) await handsOnTheSameLoans(stage, tally, wishes.seconds)
    }
    return tally
  } finally {
    await stage.close()
  }
}
