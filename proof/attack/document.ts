import type { Target } from './target.ts'

/** The OpenAPI document the program itself gives out: what is not in it is not attacked, what is new in it is at once. */

export type Schema = {
  $ref?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  format?: string
}

export type Field = { name: string; place: 'path' | 'query' | 'body'; required: boolean; schema: Schema }

export type Operation = {
  name: string
  method: string
  /** `/api/users/{id}` */
  path: string
  /** Empty where the endpoint is public. */
  roles: readonly string[]
  isPublic: boolean
  isWrite: boolean
  /** The body is bytes, not JSON. */
  isRaw: boolean
  fields: Field[]
}

export type Document = { operations: Operation[]; resolve(schema: Schema): Schema }

type Spoken = {
  operationId: string
  'x-roles': string[]
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type SpokenDocument = {
  paths: Record<string, Record<string, Spoken>>
  components: { schemas: Record<string, Schema> }
}

export async function readDocument(target: Target): Promise<Document> {
  // on the machine itself it needs no sign-in
  const { body } = await target.fire({ method: 'GET', url: '/api/openapi.json', from: '127.0.0.1' })
  const { paths, components } = JSON.parse(body) as SpokenDocument
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, spoken]) => operationOf(path, method.toUpperCase(), spoken)),
  )
  const resolve = (schema: Schema): Schema => {
    if (!schema.$ref) return schema
    const found = components.schemas[schema.$ref.split('/').at(-1) ?? '']
    if (!found) throw new Error(`${schema.$ref} leads nowhere`)
    return resolve(found)
  }
  return { operations, resolve }
}

function operationOf(path: string, method: string, spoken: Spoken): Operation {
  const content = spoken.requestBody?.content ?? {}
  const body = content['application/json']?.schema
  const isPublic = spoken.security.length === 0
  return {
    name: spoken.operationId,
    method,
    path,
    roles: isPublic ? [] : spoken['x-roles'],
    isPublic,
    isWrite: method !== 'GET',
    isRaw: content['application/octet-stream'] !== undefined,
    fields: [
      ...spoken.parameters
        .filter(each => each.in === 'path' || each.in === 'query')
        .map(each => ({
          name: each.name,
          place: each.in as 'path' | 'query',
          required: each.required,
          schema: each.schema,
        })),
      ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
        name,
        place: 'body' as const,
        required: body?.required?.includes(name) ?? false,
        schema,
      })),
    ],
  }
}

/** A provider's callback has no roles: a caller without the signature is rejected, staff or not. */
export const isWebhook = ({ path }: Operation): boolean => path.startsWith('/api/webhooks/')
