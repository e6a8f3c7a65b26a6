import { loadDemo } from '../../sample/demo.ts'
import { migrate } from '../../server/kernel/db.ts'
import { openStage, type Site, type Stage } from '../chaos/stage.ts'
import { attackAccess, attackWithTokens } from './access.ts'
import { type Document, readDocument } from './document.ts'
import { attackExports } from './exports.ts'
import { furnish } from './furnish.ts'
import { attackWithFuzz } from './fuzz.ts'
import { attackIds } from './ids.ts'
import { attackInputs } from './inputs.ts'
import { openScore, type Score } from './score.ts'
import { attackWithScripts } from './scripts.ts'
import { attackSecrets } from './secrets.ts'
import { attackSignIn } from './signin.ts'
import { overWire, type Target } from './target.ts'

/** The attack as a whole: a PostgreSQL of its own, the built program, and for every part a fresh copy of the sample lender. */

export const PARTS = [
  'access',
  'tokens',
  'ids',
  'inputs',
  'fuzz',
  'signin',
  'secrets',
  'exports',
  'scripts',
] as const
export type Part = (typeof PARTS)[number]

export type Wishes = { seed: number; only: readonly Part[]; fuzz: number; say: (line: string) => void }

type Scene = { site: Site; target: Target; document: Document; score: Score; wishes: Wishes }

const ATTACKS: Record<Part, (scene: Scene) => Promise<void>> = {
  access: async ({ target, document, score }) => attackAccess(target, document, score),
  tokens: async ({ target, document, score }) => attackWithTokens(target, document, score),
  ids: async ({ target, document, score }) => attackIds(target, document, score),
  inputs: async ({ target, document, score }) => attackInputs(target, document, score),
  fuzz: async ({ target, document, score, wishes }) => attackWithFuzz(target, document, score, wishes.fuzz),
  signin: async ({ target, document, score }) => attackSignIn(target, document, score),
  secrets: async ({ site, target, document, score }) => attackSecrets(site, target, document, score),
  exports: async ({ target, document, score }) => attackExports(target, document, score),
  scripts: async ({ site, target, document, score }) => attackWithScripts(site, target, document, score),
}

/** What needs the machine's own work done: files read, messages sent. The others look whether anything moved. */
const WITH_WORKER: readonly Part[] = ['secrets', 'exports']
/** These bring their own words. */
const UNFURNISHED: readonly Part[] = ['secrets', 'exports', 'scripts', 'signin']

/** Of what is written before a part begins; the rest the sample lender may refuse for good reasons. */
const FURNISHED_MIN = 25

export async function attack(wishes: Wishes): Promise<Score[]> {
  // as in production, so that a shot can say where it comes from and cookies are those of a site behind TLS
  process.env.IROKO_PROXY = 'yes'
  const stage = await openStage(async site => {
    await migrate(`${site.pool.options.connectionString}`)
    await loadDemo(site.program)
  })
  try {
    const scores: Score[] = []
    for (const part of wishes.only) scores.push(await attackPart(stage, part, wishes))
    return scores
  } finally {
    await stage.close()
  }
}

async function attackPart(stage: Stage, part: Part, wishes: Wishes): Promise<Score> {
  const score = openScore(part, wishes.seed, wishes.say)
  const start = performance.now()
  const site = await stage.site()
  try {
    await runPart(site, part, wishes, score)
    score.note('no program ends by itself', site.deaths)
    const faults = site.output.filter(lines => lines.includes('server.fault'))
    score.note(
      'no fault in the log',
      faults.map(lines => lines.slice(0, 500)),
    )
  } finally {
    await site.close()
  }
  wishes.say(`${part} done in ${Math.round((performance.now() - start) / 1000)} s`)
  return score
}

/** A part that cannot come to its end is a finding, and the others are fired all the same. */
async function runPart(site: Site, part: Part, wishes: Wishes, score: Score): Promise<void> {
  try {
    const node = await site.start(WITH_WORKER.includes(part) ? 'all' : 'web')
    const target = overWire(node.url, site.program.keys, site.pool)
    try {
      const document = await readDocument(target)
      if (!UNFURNISHED.includes(part)) {
        const { written, refused } = await furnish(target, document, place => `As agreed about the ${place}`)
        score.note('there is something to aim at', written.length < FURNISHED_MIN ? refused : [])
      }
      await ATTACKS[part]({ site, target, document, score, wishes })
    } finally {
      target.close()
    }
  } catch (error) {
    score.note('comes to its end', [String(error)])
  }
}
