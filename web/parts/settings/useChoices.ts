import { journalApi } from '../../../contract/journals.ts'
import { ownAccountOf, SECTIONS, type SectionName, settingsApi } from '../../../contract/settings.ts'
import { useApi } from '../../api.ts'
import type { Option } from '../../ui/Select.tsx'
import type { ChoicesFrom } from './fieldSpec.ts'
import { SECTION_SPECS, type SectionSpec } from './sectionFields.ts'

/** Options that depend on other settings and on the chart of accounts. */
export type Choices = Partial<Record<ChoicesFrom, readonly Option[]>>

/** The options that the fields of a section need; nothing else is read. */
export function useChoices(section: SectionName): Choices {
  const { fields, rows } = SECTION_SPECS[section]
  const used = new Set(
    [...fields, ...(rows?.columns ?? []), ...(rows?.details ?? [])].map(({ from }) => from),
  )
  const settings = useApi(
    settingsApi.settingList,
    {},
    { enabled: used.has('services') || used.has('payingAccounts') || used.has('accountOwners') },
  )
  const banks = useApi(journalApi.bankAccountList, {}, { enabled: used.has('moneyAccounts') })
  const sectionValue = (name: SectionName) => settings.data?.rows.find(row => row.section === name)?.value
  const payingAccounts = (
    SECTIONS.organisation.schema.safeParse(sectionValue('organisation')).data?.bankAccounts ?? []
  ).filter(({ status }) => status === 'active')
  const sources = (SECTIONS.payroll.schema.safeParse(sectionValue('payroll')).data?.sources ?? []).filter(
    ({ status }) => status === 'active',
  )
  return {
    services: (SECTIONS.retirement.schema.safeParse(sectionValue('retirement')).data?.rules ?? [])
      .filter(({ status }) => status === 'active')
      .map(({ service }) => ({ value: service, label: service })),
    payingAccounts: [
      { value: '', label: 'Every account without its own layout' },
      ...payingAccounts.map(({ name }) => ({ value: name, label: name })),
    ],
    accountOwners: [
      { value: '', label: 'Choose' },
      ...payingAccounts.map(({ name }) => ({
        value: ownAccountOf('disbursement', name),
        label: `Disbursements from ${name}`,
      })),
      ...sources.map(({ code, name }) => ({
        value: ownAccountOf('remittance', code),
        label: `Remittances of ${name}`,
      })),
    ],
    moneyAccounts: (banks.data?.rows ?? []).map(({ code, title, isClosed }) => ({
      value: String(code),
      label: `${code} ${title}${isClosed ? ' (closed)' : ''}`,
      disabled: isClosed,
    })),
  }
}

/** The fields of a section with the options they are chosen from. */
export function sectionSpec(section: SectionName, choices: Choices): SectionSpec {
  const { fields, rows } = SECTION_SPECS[section]
  const filled = <S extends SectionSpec['fields'][number]>(spec: S): S =>
    spec.from ? { ...spec, options: choices[spec.from] ?? [] } : spec
  return {
    fields: fields.map(filled),
    ...(rows && {
      rows: {
        ...rows,
        columns: rows.columns.map(filled),
        ...(rows.details && { details: rows.details.map(filled) }),
        ...(rows.used && { used: (of: (name: string) => string) => rows.used?.(of).map(filled) ?? [] }),
      },
    }),
  }
}
