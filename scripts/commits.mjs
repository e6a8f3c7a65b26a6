import { spawnSync } from 'node:child_process'
import { root } from './prepare.mjs'

/**
 * Fails for a commit message that breaks the rules of CONTRIBUTING.md: `type(scope): subject` in at most 72 characters, and a
 * body that says why. Older commits are exempt. Without their history (a shallow clone, an archive) it checks nothing.
 */

const LAST_EXEMPT = 'f195ea220c22168d541e2da58ac4c2d6373bffff'
const SUBJECT = /^(feat|fix|perf|refactor|test|docs|build|chore|style)(\([\w, -]+\))?: \S.*[^.]$/
const SUBJECT_MAX = 72

const log = spawnSync('git', ['log', '--no-merges', '--format=%h%x01%s%x01%b%x02', `${LAST_EXEMPT}..HEAD`], {
  cwd: root,
  encoding: 'utf8',
})
if (log.status !== 0) console.log('Not checked: the history of commits is not here.')
else {
  const complaints = log.stdout
    .split('\x02')
    .filter(text => text.trim() !== '')
    .flatMap(text => {
      const [hash = '', subject = '', body = ''] = text.trim().split('\x01')
      return faultsOf(subject, body).map(fault => `${hash} "${subject}": ${fault}`)
    })
  if (complaints.length > 0) console.error(complaints.join('\n'))
  process.exitCode = complaints.length > 0 ? 1 : 0
}

/** @param {string} subject @param {string} body @returns {string[]} */
function faultsOf(subject, body) {
  return [
    ...(subject.length > SUBJECT_MAX ? [`the subject has more than ${SUBJECT_MAX} characters`] : []),
    ...(SUBJECT.test(subject) ? [] : ['the subject is not "type(scope): what it does" without a full stop']),
    ...(body.trim() === '' ? ['the body does not say why'] : []),
  ]
}
