import { problemsOf } from './answers.ts'
import type { Document } from './document.ts'
import type { Score } from './score.ts'
import type { Hit, Target } from './target.ts'

/** B83: other spellings of an address and headers that claim another one. A29: what every answer must carry. */

const PATHS = [
  '/API/OFFICER-LINKS', '//api/officer-links', '/api//officer-links', '/api/./officer-links', '/api/public/../officer-links', '/api/officer-links%2f', '/api%2fofficer-links', '/api/%2e%2e/api/officer-links',
  '/api/officer-links/', '/api/officer-links;x=1', '/api/officer-links%00', '/api/officer-links%20', '/api/officer-links%0d%0aX-Injected:1', '/LOAN-REQUEST', '//loan-request',
  '/loan-request%2f..%2fapi%2fofficer-links', '/loan-request/../api/officer-links', '/api/public/loan-request/../../officer-links', '/api/%6ffficer-links', '/api/officer-links?%0d%0aX-Injected:%201',
  '/api/me%3ftoken=1', '/.git/config', '/.env', '/package.json', '/server/main.js', '/dist/server/main.js', '/main.js.map', '/..%2f..%2fetc/passwd',
  '/assets/..%2f..%2fserver/main.js', '/%2e%2e/%2e%2e/etc/passwd', '/api/swagger', '/api/debug', '/api/graphql', '/metrics', '/api/metrics',
] // biome-ignore format: a list

const CLAIMS: Record<string, string>[] = [
  { 'x-original-url': '/api/public/loan-request' }, { 'x-rewrite-url': '/api/health' }, { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-host': 'evil.test' }, { 'x-forwarded-proto': 'http' }, { 'x-user-id': '1', 'x-role': 'superAdmin' }, { authorization: 'Basic YWRtaW46YWRtaW4=' },
  { authorization: 'Bearer' }, { authorization: 'bearer null' }, { cookie: 'iroko_binding=; __Host-iroko_binding=' }, { 'x-request-id': 'mine' },
  { host: 'evil.test' }, { 'x-real-ip': '127.0.0.1' }, { via: '1.1 127.0.0.1' },
] // biome-ignore format: a list

export async function attackPaths(target: Target, score: Score): Promise<void> {
  for (const url of PATHS) {
    const hit = await target.fire({ method: 'GET', url })
    const problems = opened(hit)
    if (hit.headers['x-injected'] !== undefined) problems.push('a header was injected')
    if (hit.status >= 500) problems.push(...problemsOf(hit))
    score.note('B83', problems, url)
  }
  for (const headers of CLAIMS) {
    const hit = await target.fire({ method: 'GET', url: '/api/me', headers })
    const problems = hit.status === 401 ? problemsOf(hit) : [`answered ${hit.status}`]
    if (hit.headers['x-request-id'] === 'mine') problems.push('the caller’s request id is believed')
    score.note('B83 headers', problems, JSON.stringify(headers))
  }
}

/** The console may answer any address with its page; no internal file may be served. */
function opened(hit: Hit): string[] {
  const isPage = /<!doctype html>/i.test(hit.body)
  if (hit.status === 200 && !isPage) return [`opens: ${hit.body.slice(0, 120)}`]
  return /superadmin@|"dependencies"|root:x:|\[core\]/.test(hit.body) ? ['shows what is inside'] : []
}

export async function attackHeaders(target: Target, document: Document, score: Score): Promise<void> {
  const pages = [
    '/',
    '/index.html',
    '/favicon.svg',
    '/api/health',
    '/api/openapi.json',
    '/api/docs',
    '/api/docs.css',
    '/api/nothing',
    '/nothing',
  ]
  const index = await target.fire({ method: 'GET', url: '/' })
  const assets = [...index.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(match => match[1] ?? '')
  const routes = [
    ...[...pages, ...assets].map(url => ({ method: 'GET', url })),
    ...document.operations.map(({ method, path }) => ({ method, url: path.replace(/\{\w+\}/g, 'x') })),
  ]
  for (const { method, url } of routes) {
    const headers = {
      origin: 'https://evil.test',
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    }
    const hit = await target.fire({ method, url, headers, ...(method === 'GET' ? {} : { body: '{}' }) })
    score.note('A29', headerProblems(hit, url), `${method} ${url}`)
    const asked = await target.fire({
      method: 'OPTIONS', url, headers: { origin: 'https://evil.test', 'access-control-request-method': method },
    }) // biome-ignore format: a preflight
    score.note('A29 CORS', corsProblems(asked), url)
  }
}

const corsProblems = ({ headers }: Hit): string[] =>
  Object.keys(headers)
    .filter(name => name.startsWith('access-control-'))
    .map(name => `${name}: ${String(headers[name])}`)

function headerProblems(hit: Hit, url: string): string[] {
  const policy = String(hit.headers['content-security-policy'] ?? '')
  const isWorker = url.includes('pdf.worker')
  const needs: [string, boolean][] = [
    ['a policy that begins with itself', /default-src '(self|none)'/.test(policy)],
    ['no frame around it', isWorker || policy.includes("frame-ancestors 'none'")],
    ['no object', isWorker || policy.includes("object-src 'none'")],
    ['nothing unsafe', !/'unsafe|\*|https?:/.test(policy)],
    ['nosniff', hit.headers['x-content-type-options'] === 'nosniff'],
    ['no referrer', hit.headers['referrer-policy'] === 'no-referrer'],
    ['HSTS of a year', /max-age=31536000/.test(String(hit.headers['strict-transport-security']))],
    ['no-store on data', !url.startsWith('/api/') || hit.headers['cache-control'] === 'no-store'],
    ['no word of what it runs on', !hit.headers['x-powered-by'] && !hit.headers.server],
  ]
  return [...needs.filter(([, isSo]) => !isSo).map(([what]) => `lacks: ${what}`), ...corsProblems(hit)]
}
