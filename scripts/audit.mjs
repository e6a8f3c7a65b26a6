import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { root } from './prepare.mjs'

/**
 * `npm run audit`: asks the registry which known weaknesses the installed dependencies have. 1 when one of them is high or
 * critical; 0 when none is, and also when the registry cannot be asked, which it says.
 */

/**
 * What npm answered, in a sentence.
 * @param {string} answer @returns {{ code: number, says: string }}
 */
export function judge(answer) {
  const report = read(answer)
  const found = report?.metadata?.vulnerabilities
  if (!found) {
    const why = report?.statusCode ? `it answered with ${report.statusCode}` : 'it gave no answer'
    return { code: 0, says: `Not checked: the registry could not be asked for advisories (${why}).` }
  }
  const grave = found.high + found.critical
  if (grave === 0) return { code: 0, says: `No high or critical advisory; ${found.total} of lower severity.` }
  const names = Object.values(report.vulnerabilities ?? {})
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity, range }) => `  ${name} ${range}: ${severity}`)
  return { code: 1, says: [`High or critical advisories: ${grave}`, ...names].join('\n') }
}

/** @param {string} answer */
function read(answer) {
  try {
    return JSON.parse(answer)
  } catch {
    return undefined
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const flags = ['--omit=dev', '--audit-level=high', '--audit=true', '--json']
  const npm = spawnSync('npm', ['audit', ...flags], { cwd: root, encoding: 'utf8' })
  const { code, says } = judge(npm.stdout ?? '')
  console.log(says)
  process.exitCode = code
}
