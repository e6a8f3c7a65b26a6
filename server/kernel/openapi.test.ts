import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { api } from '../../contract/api.ts'
import { type Endpoint, fileReply } from '../../contract/endpoint.ts'
import { createTestApp, type TestApp } from '../../test/testApp.ts'

type Operation = {
  operationId: string
  summary: string
  'x-permission': string
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: object; example?: unknown }[]
  requestBody?: {
    content: Record<string, { schema: { properties: object; required: string[] }; example?: object }>
  }
  responses: Record<string, { content: Record<string, { schema: object; example?: unknown }> }>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: object }
}

let testApp: TestApp
let document: Document
beforeAll(async () => {
  testApp = await createTestApp({ staff: false })
  document = (await testApp.app.inject({ url: '/api/openapi.json' })).json()
})
afterAll(() => testApp.close())

const endpoints = Object.entries<Endpoint>(api)
const operations = () => Object.values(document.paths).flatMap(path => Object.values(path))

/** Everything under a key, however deep. */
function everything(value: unknown, key: string): unknown[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === key ? [inner] : []),
    ...everything(inner, key),
  ])
}

describe('the document', () => {
  test('is OpenAPI 3.1', () => {
    expect(document.openapi).toBe('3.1.0')
    expect(document.info).toMatchObject({ title: 'Iroko', version: expect.any(String) })
    for (const path of Object.keys(document.paths)) expect(path).toMatch(/^\/api\/[\w/{}.-]+$/)
  })

  test('has one operation per endpoint, with its permission', () => {
    expect(
      operations()
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual(endpoints.map(([name]) => name).sort())
    for (const operation of operations()) {
      const endpoint: Endpoint = api[operation.operationId as keyof typeof api]
      expect(operation['x-permission'], operation.operationId).toBe(
        endpoint.public ? 'public' : endpoint.permission,
      )
      expect(operation.security.length > 0, operation.operationId).toBe(!endpoint.public)
      expect(operation.summary).toBe(endpoint.summary)
    }
  })

  test('every reference leads somewhere', () => {
    for (const reference of everything(document, '$ref')) {
      const steps = String(reference).split('/')
      expect(steps[0], String(reference)).toBe('#')
      let place: unknown = document
      for (const step of steps.slice(1)) place = (place as Record<string, unknown> | undefined)?.[step]
      expect(place, String(reference)).toBeDefined()
    }
  })

  test('every name in an address is a required parameter, and nothing is both there and in the body', () => {
    for (const [path, methods] of Object.entries(document.paths))
      for (const operation of Object.values(methods)) {
        const inPath = operation.parameters.filter(parameter => parameter.in === 'path')
        expect(inPath.map(({ name }) => name).sort()).toEqual(
          [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]).sort(),
        )
        expect(inPath.every(({ required }) => required)).toBe(true)
        const body = operation.requestBody?.content['application/json']?.schema.properties ?? {}
        for (const { name } of inPath) expect(Object.keys(body)).not.toContain(name)
      }
  })

  test('amounts are digit strings and days are dates, there as here', () => {
    const text = JSON.stringify(document)
    expect(text).not.toContain('"type":"bigint"')
    for (const schema of everything(document, 'pattern')) expect(typeof schema).toBe('string')
  })
})

describe('examples', () => {
  test.each(endpoints)('of %s fit its schemas', (name, endpoint) => {
    const operation = operations().find(({ operationId }) => operationId === name)
    const given = operation?.parameters.filter(({ in: place }) => place !== 'header') ?? []
    const input = {
      ...Object.fromEntries(given.flatMap(each => ('example' in each ? [[each.name, each.example]] : []))),
      ...operation?.requestBody?.content['application/json']?.example,
    }
    expect(z.safeParse(endpoint.input, input).error?.issues ?? [], JSON.stringify(input)).toEqual([])
    if (endpoint.reply === fileReply) return
    const reply = operation?.responses[200]?.content['application/json']?.example
    expect(z.safeDecode(endpoint.reply, reply as never).error?.issues ?? []).toEqual([])
  })
})

test('a file is described as a file and not as JSON', () => {
  const { responses } = operations().find(({ operationId }) => operationId === 'loanPaper') as Operation
  expect(Object.keys(responses[200]?.content ?? {})).toEqual(['application/octet-stream'])
})

/** What is served beside the contract: pages about it, health, figures, and the console's files. */
const BESIDE = [
  '/api/openapi.json', '/api/docs', '/api/docs.css', '/api/health', '/api/health/live', '/api/health/ready', '/metrics', '/', '/*', '*',
] // biome-ignore format: a list

/** Two endpoints may call the same place in an address differently. */
const shape = (path: string) => path.replace(/:\w+(\|:\w+)*/g, ':')

test('A30 no route stands outside the document', () => {
  const routes: { method: string; path: string }[] = []
  const stack: string[] = []
  for (const line of testApp.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^(.*?)(?:└── |├── )(.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!match) continue
    const depth = (match[1]?.length ?? 0) / 4
    stack.length = depth
    stack[depth] = match[2] ?? ''
    for (const method of match[3]?.split(', ') ?? []) routes.push({ method, path: stack.join('') })
  }
  expect(routes.length).toBeGreaterThan(endpoints.length)
  const documented = new Set(endpoints.map(([, { method, path }]) => `${method} ${shape(path)}`))
  const outside = routes
    .filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
    .filter(({ method, path }) => !documented.has(`${method} ${shape(path)}`) && !BESIDE.includes(path))
  expect(outside).toEqual([])
})

test('the page for people names every endpoint and refusal, without a script', async () => {
  const page = await testApp.app.inject({ url: '/api/docs' })
  for (const [, { path }] of endpoints) expect(page.body).toContain(`<code>${path}</code>`)
  expect(page.body).not.toMatch(/<script|style=|onclick/)
  expect((await testApp.app.inject({ url: '/api/docs.css' })).statusCode).toBe(200)
})

test('A30 no internal file is served', async () => {
  for (const url of [
    '/.git/config',
    '/package.json',
    '/.env',
    '/server/main.ts',
    '/.iroko/secret',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
  ]) {
    const answer = await testApp.app.inject({ url })
    expect(answer.statusCode, url).toBeGreaterThanOrEqual(400)
    expect(answer.body, url).not.toContain('dependencies')
  }
})
