import type { z } from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'

/** The part of JSON Schema that zod writes. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  default?: unknown
  minimum?: number
  minItems?: number
  propertyNames?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  description?: string
  [key: string]: unknown
}

const ID = '3f2b6c1e-8d4a-4f7b-9c21-5a6e7d8f9012'
const PDF_START = 'JVBERi0xLjQK'

/** Nigerian names, banks and amounts by the name of a field. */
const VALUES: Readonly<Record<string, unknown>> = {
  account: '••••••6785', daysPastDue: 12, fileBytes: 184320, flat: '100000', leastAmount: '5000000', leastTenor: 3, limit: 25, mostAmount: '300000000', mostTenor: 24, order: ['penalty', 'fee', 'interest', 'principal'],
  ratePpm: 40_000, rows: 1250, roundingUnit: '100', sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', sharePpm: 10_000, shareOfPayPpm: 333_300, tenor: 12, total: '5000000', next: 'eyJhZnRlciI6Ikw…',
  accountEnding: '6785', accountNumber: '0123456789', accountOfficerCode: 'AO-014', action: 'loanActDo',
  address: '12 Ahmadu Bello Way, Garki', allocation: 'principal', amount: '5000000', apiKey: 'TL-live-4c1d9e27', approvedBy: 'Emeka Nwosu', at: '2026-11-16T09:00:00Z',
  bank: 'Guaranty Trust Bank', bankCode: '058', bankName: 'Guaranty Trust Bank', bankReference: 'GTB-20261116-0042', baseUrl: 'https://api.ng.termii.com', batchNumber: 'RB-000012',
  body: '{{company}}: our office is closed on Friday.', bvn: '22123456789', by: 'Babatunde Adeyemi', changedBy: 'Babatunde Adeyemi', channel: 'bank transfer', code: 'AO-014',
  companyName: 'Iroko Credit Limited', content: 'cGF5bWVudCxzdGF0dXMK', current: 'mango rain bicycle', customerName: 'Ngozi Okafor', customerNumber: 'C0100001', dateOfBirth: '1985-04-12',
  description: 'For staff on a federal payroll.', email: 'ngozi.okafor@example.ng', employer: 'Federal Ministry of Works', event: 'receiptExact', fileName: 'ippis-october-2026.csv', firstName: 'Ngozi',
  grade: '09', gradeLevel: '09', ippisNumber: '123456', key: 'callback-secret', kinAddress: '4 Zik Avenue, Enugu', kinName: 'Chidi Okafor', kinPhone: '+2348035550102', kinRelationship: 'Brother',
  label: 'Net pay is too low for the instalment', lga: 'Abuja Municipal', loanNumber: 'L0100001', makerName: 'Babatunde Adeyemi', mda: 'Federal Ministry of Works', month: '2026-10', name: 'Ngozi Okafor',
  nextOfKin: 'Chidi Okafor', nin: '12345678901', note: 'Confirmed with the payroll office', number: 'L0100001', officerCode: 'AO-014', officerName: 'Babatunde Adeyemi', operatingCompany: 'Iroko Credit Limited',
  otherNames: 'Adaeze', password: 'mango rain bicycle', path: PDF_START, payingAccount: 'GTBank 0123456789, operations', payMonth: '2026-10', period: '2026-10', phone: '+2348031234567',
  productName: 'Public Servant Loan', purpose: 'reminder', rcNumber: 'RC 123456', reason: 'Requested by the customer', reasonCode: 'OTHER', reference: 'IRK-7KQ2-MX4T', senderId: 'IROKO', service: 'Civil service',
  setupCode: 'K7QM-2XTF-9HRD', source: 'IPPIS', sourceName: 'IPPIS (federal)', staffNumber: '123456', state: 'Kano', step: '4', submittedBy: 'Babatunde Adeyemi', summary: 'Repayment: L0100001, Ngozi Okafor',
  surname: 'Okafor', template: 'Payment reminder', text: 'Iroko Credit Limited: we received NGN50,000.00 for loan L0100001.', title: 'Latest payslip', token: 'b6f1c2d3e4f5a6b7c8d9e0f1a2b3c4d5', userName: 'Babatunde Adeyemi',
  username: 'iroko', what: 'loan', who: 'Emeka Nwosu', whoName: 'Emeka Nwosu', zone: 'North West',
} // biome-ignore format: a table

type Named = Readonly<Record<string, JsonSchema>>
const DEPTH_MAX = 8

const fits = (pattern: string | undefined, text: string): boolean =>
  pattern === undefined || new RegExp(pattern, 'u').test(text)

const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: ID,
  date: '2026-11-16',
  'date-time': '2026-11-16T09:00:00Z',
  uri: 'https://api.ng.termii.com',
  binary: '(file content)',
}
/** Tried in turn where the name of a field says nothing: an amount in kobo, a month, a code, a number. */
const BY_PATTERN = ['5000000', '2026-10', 'AO-014', '482913', '0123456789', '22123456789', 'a1b2c3d4']

function textFor({ format, pattern }: JsonSchema, name: string): string {
  const byName = [
    VALUES[name],
    /(On|Date|Day)$|^(asOf|day)$/.test(name) ? '2026-11-16' : undefined,
    /(^m|M)onth$/.test(name) ? '2026-10' : undefined,
    /By$|(^n|N)ame$/.test(name) ? 'Babatunde Adeyemi' : undefined,
  ]
  const texts = [BY_FORMAT[format ?? ''], ...byName, ...(pattern === undefined ? [] : BY_PATTERN)]
  return texts.find(each => typeof each === 'string' && fits(pattern, each))?.toString() ?? 'Text'
}

/** An example of what a schema describes, in its wire form. `whole`: with optional fields. */
export function exampleOf(schema: JsonSchema, named: Named, name = '', whole = true, depth = 0): unknown {
  const inner = (each: JsonSchema, key = name) => exampleOf(each, named, key, whole, depth + 1)
  if (schema.$ref) {
    const target = named[schema.$ref.split('/').at(-1) ?? '']
    return target && depth < DEPTH_MAX ? inner(target) : {}
  }
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum.includes(VALUES[name]) ? VALUES[name] : schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const options = schema.anyOf ?? schema.oneOf
  if (options) return inner(options.find(each => each.type !== 'null') ?? {})
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(each => inner(each)))
  const known = VALUES[name]
  const type = Array.isArray(schema.type) ? schema.type.find(each => each !== 'null') : schema.type
  switch (type) {
    case 'object': {
      const { propertyNames, additionalProperties } = schema
      if (propertyNames?.enum && typeof additionalProperties === 'object')
        return Object.fromEntries(
          propertyNames.enum.map(key => [key, inner(additionalProperties, String(key))]),
        )
      const keys = Object.keys(schema.properties ?? {}).filter(key => whole || schema.required?.includes(key))
      return Object.fromEntries(keys.map(key => [key, inner(schema.properties?.[key] ?? {}, key)]))
    }
    case 'array': {
      if (schema.prefixItems) return schema.prefixItems.map(each => inner(each))
      if (Array.isArray(known)) return known
      return Array.from({ length: Math.max(schema.minItems ?? 1, 1) }, () =>
        inner(schema.items ?? {}, name.replace(/s$/, '')),
      )
    }
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      if (typeof known === 'number') return known
      return schema.minimum !== undefined && schema.minimum >= 0 ? schema.minimum : 1
    case 'string':
      return textFor(schema, name)
    case 'null':
      return null
    default:
      return {}
  }
}

/** Values of single endpoints whose `name` is not a person's. */
const INPUTS: Readonly<Record<string, object>> = {
  campaignCreate: { name: 'Office closed on Friday' },
  productChange: { code: 'PSL', name: 'Public Servant Loan' },
  recordSearch: { search: 'PO-2026-0005' },
  segmentSave: { name: 'Active loans in Kano' },
  templateSave: { name: 'Office closed' },
  viewSave: { name: 'Overdue in Kano' },
}

/** The input of an endpoint: with optional fields where its rules allow all of them together. */
export function inputExample(
  name: string,
  endpoint: Endpoint,
  schema: JsonSchema,
  named: Named,
): Record<string, unknown> {
  const isValid = (value: unknown): boolean => (endpoint.input as z.ZodMiniType).safeParse(value).success
  const examples = [true, false].map(whole => ({
    ...(exampleOf(schema, named, '', whole) as Record<string, unknown>),
    ...INPUTS[name],
  }))
  return examples.find(isValid) ?? examples[1] ?? {}
}
