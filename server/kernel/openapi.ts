import { z } from 'zod/mini'
import { api } from '../../contract/api.ts'
import { type Endpoint, pathParameters } from '../../contract/endpoint.ts'
import { ERRORS } from '../../contract/errors.ts'
import { rolesWith } from '../../contract/roles.ts'

type JsonSchema = { properties?: Record<string, object>; required?: string[]; [key: string]: unknown }

/** Schemas that have a name stand once, beside the paths; `named` gathers them. */
type Named = Record<string, JsonSchema>

export function schemaOf(schema: z.ZodMiniType, place: string, named: Named): JsonSchema {
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
  description: 'A refusal: `code` from the catalogue, a sentence for people, the fields concerned',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

/** Bytes in whatever language they come: a piece of a file, what a provider signed. */
const RAW_BODY = {
  required: true,
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

function describe(name: string, endpoint: Endpoint, named: Named): object {
  const input = schemaOf(endpoint.input, `${name}Input`, named)
  const inPath = pathParameters(endpoint.path)
  const isWrite = endpoint.method !== 'GET'
  const rest = Object.entries(input.properties ?? {}).filter(([key]) => !inPath.includes(key))
  const isRequired = (key: string): boolean => input.required?.includes(key) ?? false
  const parameter = (key: string, place: string) => ({
    name: key,
    in: place,
    required: place === 'path' || isRequired(key),
    schema: input.properties?.[key] ?? {},
  })
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: '^[\\w-]{8,100}$' },
  }
  return {
    operationId: name,
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
              },
            },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: schemaOf(endpoint.reply, `${name}Reply`, named) } },
      },
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
      description: 'Amounts are whole kobo in digit strings, days are YYYY-MM-DD in Lagos, moments are UTC.',
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

/** The same table for people: plain HTML without a script, readable on a closed network. */
export function apiPage(): string {
  const rows = Object.entries<Endpoint>(api).map(([name, endpoint]) => {
    const who = endpoint.public ? 'anyone' : rolesWith(endpoint.permission).join(', ')
    const fields = Object.keys(endpoint.input.shape).join(', ') || '–'
    return `<tr id="${name}"><td><b class="${endpoint.method}">${endpoint.method}</b></td><td><code>${escapeHtml(endpoint.path)}</code>
      <p>${escapeHtml(endpoint.summary)}</p></td><td>${escapeHtml(fields)}</td><td>${escapeHtml(who)}</td></tr>`
  })
  const errors = Object.entries(ERRORS).map(
    ([code, { status, message }]) =>
      `<tr><td>${status}</td><td><code>${code}</code></td><td>${escapeHtml(message)}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Iroko API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/api/docs.css"></head><body><main>
<h1>Iroko API</h1><p>Every endpoint, who may call it and what it takes. For programs: <a href="/api/openapi.json">openapi.json</a>.
A call carries <code>Authorization: Bearer …</code> from <code>/api/auth/login</code> together with the cookie that came with it; a write
may carry an <code>Idempotency-Key</code>, and a repeat then gets the first answer.</p>
<h2>Endpoints</h2><table><thead><tr><th>Method</th><th>Address</th><th>Fields</th><th>Roles</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<h2>Refusals</h2><table><thead><tr><th>Status</th><th>Code</th><th>Message</th></tr></thead><tbody>${errors.join('')}</tbody></table>
</main></body></html>`
}

export const apiPageStyle = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}body{margin:0}
main{max-width:1100px;margin:0 auto;padding:2rem 1rem}table{border-collapse:collapse;width:100%}h2{margin-top:2.5rem}
th,td{text-align:left;vertical-align:top;padding:.5rem .75rem;border-bottom:1px solid #8884}p{margin:.2rem 0}
code{font:13px ui-monospace,monospace}b{font:600 12px ui-monospace,monospace;padding:.15rem .4rem;border-radius:4px;background:#8882}
.POST,.PUT{background:#7c3aed33}.GET{background:#10b98133}@media(max-width:700px){td:nth-child(3){display:none}th:nth-child(3){display:none}}`
