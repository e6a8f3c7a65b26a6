/**
 * Runs case files against what a product can be set to and what the server calls: `npm run vectors -- [--verbose] [FILE…]`.
 * Prints every failure, the settings that are missing, and last how many passed, failed and are not offered; with
 * `--verbose` also which cases lack a setting. The exit code is 1 when any failed.
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runAllocationCase, runArrearsCase } from './allocation.ts'
import { fields, list, NotOffered, readCase, type VectorCase } from './case.ts'
import { runDatesCase, runDayCountCase, runRateFactorCase } from './dates.ts'
import { runRateCase } from './rates.ts'
import { runScheduleCase } from './schedule.ts'

/** The first difference, or undefined when the case is met. */
export type Runner = (c: VectorCase) => string | undefined

export const DEFAULT_FILE = fileURLToPath(new URL('./loan-cases.json', import.meta.url))

const RUNNERS: Record<string, Runner> = {
  schedule: runScheduleCase,
  allocation: runAllocationCase,
  arrears: runArrearsCase,
  rate: runRateCase,
  dates: runDatesCase,
  dayCount: runDayCountCase,
  rateFactor: runRateFactorCase,
}

export type Outcome = { readonly failure: string } | { readonly notOffered: string } | 'passed'

export function runCase(c: VectorCase): Outcome {
  const run = RUNNERS[c.kind]
  if (!run) return { notOffered: `cases of kind ${c.kind}` }
  try {
    const failure = run(c)
    return failure === undefined ? 'passed' : { failure }
  } catch (error) {
    if (error instanceof NotOffered) return { notOffered: error.message }
    return { failure: `the engine refused: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** A case file is a list of cases, or an object that holds one under `cases`. */
export function readCases(file: string): VectorCase[] {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const cases = Array.isArray(content) ? content : list(fields(content).cases)
  if (cases.length === 0) throw new Error(`${file} holds no cases`)
  return cases.map(readCase)
}

/** Cases by the setting that they lack. */
export function groupedByReason(cases: readonly VectorCase[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>()
  for (const c of cases) {
    const outcome = runCase(c)
    if (typeof outcome === 'string' || !('notOffered' in outcome)) continue
    reasons.set(outcome.notOffered, [...(reasons.get(outcome.notOffered) ?? []), c.id])
  }
  return new Map([...reasons].sort(([, a], [, b]) => b.length - a.length))
}

function main(files: readonly string[], isVerbose: boolean): number {
  let [passed, failed] = [0, 0]
  const cases: VectorCase[] = []
  for (const file of files) {
    try {
      cases.push(...readCases(file))
    } catch (error) {
      failed += 1
      console.log(`FAILED ${file}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  for (const c of cases) {
    const outcome = runCase(c)
    if (outcome === 'passed') passed += 1
    else if ('failure' in outcome) {
      failed += 1
      console.log(`FAILED ${c.id} (${c.kind}) ${outcome.failure}`)
    }
  }
  const reasons = groupedByReason(cases)
  for (const [reason, ids] of reasons)
    console.log(`not offered: ${reason} (${ids.length})${isVerbose ? `: ${ids.join(', ')}` : ''}`)
  const notOffered = [...reasons.values()].reduce((sum, ids) => sum + ids.length, 0)
  console.log(`${passed} passed, ${failed} failed, ${notOffered} not offered`)
  return failed === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2)
  const files = words.filter(each => each !== '--verbose')
  process.exitCode = main(files.length > 0 ? files : [DEFAULT_FILE], words.includes('--verbose'))
}
