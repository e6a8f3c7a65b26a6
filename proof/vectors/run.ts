/**
 * Runs case files against the engine: `npm run vectors -- FILE…`. Prints every failure and, last,
 * how many passed and failed; the exit code is 1 when any failed.
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runAllocationCase, runArrearsCase } from './allocation.ts'
import { fields, list, readCase, Unsupported, type VectorCase } from './case.ts'
import { runDatesCase, runDayCountCase, runRateFactorCase } from './dates.ts'
import { runRateCase } from './rate.ts'
import { runScheduleCase } from './schedule.ts'

/** Failure text, or undefined when the engine meets the case. */
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

export function runCase(c: VectorCase): string | undefined {
  const run = RUNNERS[c.kind]
  if (!run) return `no runner for cases of kind ${c.kind}`
  try {
    return run(c)
  } catch (error) {
    if (error instanceof Unsupported) return `unsupported: ${error.message}`
    return `the engine refused: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** A case file is a list of cases, or an object that holds one under `cases`. */
export function readCases(file: string): VectorCase[] {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const cases = Array.isArray(content) ? content : list(fields(content).cases)
  if (cases.length === 0) throw new Error(`${file} holds no cases`)
  return cases.map(readCase)
}

function main(files: readonly string[]): number {
  let [passed, failed] = [0, 0]
  for (const file of files) {
    let cases: VectorCase[] = []
    try {
      cases = readCases(file)
    } catch (error) {
      failed += 1
      console.log(`FAILED ${file}: ${error instanceof Error ? error.message : String(error)}`)
    }
    for (const c of cases) {
      const failure = runCase(c)
      if (failure === undefined) passed += 1
      else {
        failed += 1
        console.log(`FAILED ${c.id} (${c.kind}) ${failure}`)
      }
    }
  }
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = process.argv.slice(2)
  process.exitCode = main(files.length > 0 ? files : [DEFAULT_FILE])
}
