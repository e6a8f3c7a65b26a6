import { z } from 'zod/mini'
import { api } from '../../contract/api.ts'
import { type Endpoint, fileReply, pathParameters } from '../../contract/endpoint.ts'
import { ERRORS } from '../../contract/errors.ts'
import { rolesWith } from '../../contract/roles.ts'
import { exampleOf, inputExample, type JsonSchema } from './openapiExamples.ts'

/** Named schemas, listed once under components. */
type Named = Record<string, JsonSchema>

function schemaOf(schema: z.ZodMiniType, place: string, named: Named): JsonSchema {
  const made = z.toJSONSchema(schema, {
    // on the wire a codec is its text form, which is its input side in both directions
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  })
  // what zod names by itself means something else in every schema
  const text = JSON.stringify(made).replaceAll('#/$defs/__', `#/$defs/${place}__`)
  const { $schema: _, $defs, ...rest } = JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/'))
  for (const [name, inner] of Object.entries<JsonSchema>($defs ?? {}))
    named[name.startsWith('__') ? `${place}${name}` : name] = inner
  return rest
}

const errorReply = {
  description:
    'Error: `code` from the catalogue, a message for users and, for invalid input, the fields concerned.',
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: {
        code: 'input.invalid',
        message: ERRORS['input.invalid'].message,
        fields: { amount: 'Not an amount in kobo' },
        requestId: 'req-7k2m',
      },
    },
  },
}

/** Bytes in whatever language they come: a piece of a file, what a provider signed. */
const RAW_BODY = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

/** A file is sent as it is, everything else as JSON with an example. */
function answer(name: string, endpoint: Endpoint, named: Named): object {
  const schema = schemaOf(endpoint.reply, `${name}Reply`, named)
  if (endpoint.reply === fileReply)
    return { description: 'The file', content: { 'application/octet-stream': { schema } } }
  return {
    description: 'Success',
    content: { 'application/json': { schema, example: exampleOf(schema, named) } },
  }
}

/** Headings of the API page, by the first part of the address. */
const AREAS: Readonly<Record<string, string>> = {
  auth: 'Sign-in', me: 'Your account', users: 'Users', colleagues: 'Users', views: 'Your account', public: 'Public loan request',
  'loan-requests': 'Loan requests', customers: 'Customers', 'customer-promises': 'Customers', loans: 'Loan accounts', payouts: 'Disbursements', refunds: 'Refunds', 'refund-export': 'Refunds', 'daily-runs': 'Loan accounts',
  repayments: 'Repayment Tracker', 'repayment-export': 'Repayment Tracker', suspense: 'Repayment Tracker', remittances: 'Repayment Tracker', payroll: 'Payroll data', 'payroll-export': 'Payroll data', intakes: 'Uploads',
  messages: 'Messaging', 'message-templates': 'Messaging', 'message-campaigns': 'Messaging', 'messaging-export': 'Messaging', segments: 'Messaging', 'opt-outs': 'Messaging', 'bank-claims': 'Bank alerts',
  'sms-gateway': 'Messaging', webhooks: 'Webhooks of SMS providers', approvals: 'Approvals', ledger: 'Ledger', audit: 'Audit trail', history: 'Audit trail', documents: 'Documents',
  settings: 'Settings', products: 'Settings', frequencies: 'Settings', 'officer-links': 'Settings', 'outside-links': 'Settings', 'failed-jobs': 'System health', 'first-steps': 'Settings', organisation: 'Settings', dashboard: 'Dashboard',
} // biome-ignore format: a table

const areaOf = ({ path }: Endpoint): string => AREAS[path.split('/')[2] ?? ''] ?? 'Other'

function describe(name: string, endpoint: Endpoint, named: Named): object {
  const input = schemaOf(endpoint.input, `${name}Input`, named)
  const inPath = pathParameters(endpoint.path)
  const isWrite = endpoint.method !== 'GET'
  const example = inputExample(name, endpoint, input, named)
  const inBody = Object.fromEntries(Object.entries(example).filter(([key]) => !inPath.includes(key)))
  const rest = Object.entries(input.properties ?? {}).filter(([key]) => !inPath.includes(key))
  const isRequired = (key: string): boolean => input.required?.includes(key) ?? false
  const parameter = (key: string, place: string) => ({
    name: key,
    in: place,
    required: place === 'path' || isRequired(key),
    schema: input.properties?.[key] ?? {},
    ...(key in example ? { example: example[key] } : {}),
  })
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
  }
  return {
    operationId: name,
    tags: [areaOf(endpoint)],
    summary: endpoint.summary,
    'x-permission': endpoint.public ? 'public' : endpoint.permission,
    'x-roles': endpoint.public ? ['anyone'] : rolesWith(endpoint.permission),
    security: endpoint.public ? [] : [{ token: [], binding: [] }],
    parameters: [
      ...inPath.map(each => parameter(each, 'path')),
      ...(isWrite && !endpoint.raw ? [] : rest.map(([each]) => parameter(each, 'query'))),
      ...(isWrite && endpoint.replay !== false ? [key] : []),
    ],
    ...(endpoint.raw ? { requestBody: RAW_BODY } : {}),
    ...(isWrite && !endpoint.raw
      ? {
          requestBody: {
            required: rest.length > 0,
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: Object.fromEntries(rest),
                  required: rest.map(([each]) => each).filter(isRequired),
                  additionalProperties: false,
                },
                example: inBody,
              },
            },
          },
        }
      : {}),
    responses: {
      200: answer(name, endpoint, named),
      default: errorReply,
    },
  }
}

/** OpenAPI 3.1 generated from the objects that validate requests, so the two cannot differ. */
export function openApi(): object {
  const paths: Record<string, Record<string, object>> = {}
  const named: Named = {}
  for (const [name, endpoint] of Object.entries<Endpoint>(api)) {
    const path = endpoint.path.replace(/:([a-zA-Z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(name, endpoint, named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Iroko',
      version: '1',
      description:
        'Loan management API. Amounts are kobo as strings of digits (₦50,000.00 is "5000000"), dates are YYYY-MM-DD in Lagos, times are UTC. Examples use demo data.',
    },
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        binding: { type: 'apiKey', in: 'cookie', name: 'iroko_binding' },
      },
      schemas: {
        ...named,
        Error: {
          type: 'object',
          required: ['code', 'message', 'requestId'],
          properties: {
            code: { type: 'string', enum: Object.keys(ERRORS) },
            message: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            requestId: { type: 'string' },
          },
        },
      },
    },
  }
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, sign => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

type Operation = {
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema; example?: unknown }[]
  requestBody?: {
    content: Record<string, { schema: JsonSchema; example?: unknown }>
  }
  responses: Record<string, { content: Record<string, { example?: unknown }> }>
}

const typeOf = ({ type, format, enum: values, $ref }: JsonSchema): string => {
  if (values) return values.map(String).join(', ')
  if ($ref) return $ref.split('/').at(-1) ?? ''
  return [[type ?? 'value'].flat().join(' or '), format].filter(Boolean).join(', ')
}

const sample = (title: string, value: unknown): string =>
  value === undefined
    ? ''
    : `<p>${title}</p><pre>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</pre>`

function fieldRows({ parameters, requestBody }: Operation): string {
  const body = requestBody?.content['application/json']?.schema
  const fields = [
    ...parameters.map(each => ({ ...each, place: each.in })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema,
      required: body?.required?.includes(name) ?? false,
      place: 'body',
    })),
  ]
  if (fields.length === 0) return '<p>No fields.</p>'
  return `<table><thead><tr><th>Field</th><th>In</th><th>Type</th><th>Required</th><th>Description</th></tr></thead><tbody>${fields
    .map(
      ({ name, place, schema, required }) =>
        `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}</td><td>${escapeHtml(typeOf(schema))}</td><td>${required ? 'yes' : 'no'}</td><td>${escapeHtml(schema.description ?? '')}</td></tr>`,
    )
    .join('')}</tbody></table>`
}

function endpointSection(name: string, endpoint: Endpoint): string {
  const operation = describe(name, endpoint, {}) as Operation
  const who = endpoint.public ? 'Anyone, without signing in' : rolesWith(endpoint.permission).join(', ')
  return `<details id="${name}"><summary><b class="${endpoint.method}">${endpoint.method}</b> <code>${escapeHtml(endpoint.path)}</code>
<span>${escapeHtml(endpoint.summary)}</span></summary><p>Roles: ${escapeHtml(who)}</p>${fieldRows(operation)}${sample(
    'Example request',
    operation.requestBody?.content['application/json']?.example,
  )}${sample('Example answer', operation.responses[200]?.content['application/json']?.example)}</details>`
}

/** The API for people: plain HTML without a script, readable on a closed network. */
export function apiPage(): string {
  const endpoints = Object.entries<Endpoint>(api)
  const areas = [...new Set(endpoints.map(([, endpoint]) => areaOf(endpoint)))].sort()
  const sections = areas.map(
    area =>
      `<h2>${escapeHtml(area)}</h2>${endpoints
        .filter(([, endpoint]) => areaOf(endpoint) === area)
        .map(([name, endpoint]) => endpointSection(name, endpoint))
        .join('')}`,
  )
  const errors = Object.entries(ERRORS).map(
    ([code, { status, message }]) =>
      `<tr><td>${status}</td><td><code>${code}</code></td><td>${escapeHtml(message)}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Iroko API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>Iroko API</h1><p>Everything the console does, a program can do too. For tools: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<ol><li>Sign in: <code>POST /api/auth/login</code> with email and password. Keep the token of the answer and the cookie set with it.</li>
<li>Call: send <code>Authorization: Bearer (token)</code> and the cookie with every request.</li>
<li>Write: send an <code>Idempotency-Key</code> header (8 to 100 letters, digits, - or _). A repeated request with the same key returns the first answer and changes nothing.</li></ol>
<p>Amounts are kobo as strings of digits: ₦50,000.00 is <code>"5000000"</code>. Dates are YYYY-MM-DD in Lagos, times are UTC. Lists return <code>next</code>: send it as <code>cursor</code> for the next page.
A change that needs approval answers with an <code>approvalId</code>.</p>
${sections.join('')}
<h2>Errors</h2><p>An error has a <code>code</code>, a <code>message</code> for users, the <code>fields</code> concerned and a <code>requestId</code> to quote.</p>
<table><thead><tr><th>Status</th><th>Code</th><th>Message</th></tr></thead><tbody>${errors.join('')}</tbody></table>
</main></body></html>`
}

export const apiPageStyle = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0}
main{max-width:1100px;margin:0 auto;padding:2rem 1rem}table{border-collapse:collapse;width:100%}h2{margin-top:2.5rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem;border-bottom:1px solid #8884}p{margin:.2rem 0}
code{font:13px ui-monospace,monospace}b{font:600 12px ui-monospace,monospace;padding:.15rem .4rem;border-radius:4px;background:#8882}
.POST,.PUT{background:#7c3aed33}.GET{background:#10b98133}pre{overflow:auto;padding:.75rem;border-radius:6px;background:#8881;font:13px/1.4 ui-monospace,monospace}
summary{cursor:pointer;padding:.4rem 0}details{border-bottom:1px solid #8884}summary span{display:block;color:GrayText}`
