import type { ReactNode } from 'react'
import type { z } from 'zod/mini'
import {
  needsApproval,
  SECTIONS,
  type SectionName,
  settingsApi,
  type settingVersion,
} from '../../../contract/settings.ts'
import { addDays, localDate } from '../../../engine/dates.ts'
import { useApi } from '../../api.ts'
import { DraftNotice } from '../../parts/DraftNotice.tsx'
import { dayText } from '../../parts/figures.ts'
import type { FieldSpec } from '../../parts/settings/fieldSpec.ts'
import { sectionChanges } from '../../parts/settings/sectionChanges.ts'
import { sectionSpec, useChoices } from '../../parts/settings/useChoices.ts'
import { todayInLagos } from '../../parts/today.ts'
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { ChangeFooter } from './ChangeFooter.tsx'
import { type Draft, draftOf, draftSchema, type Problems, wireOf } from './draft.ts'
import { LayoutsField } from './LayoutsField.tsx'
import { RowsField } from './RowsField.tsx'
import { SettingField } from './SettingField.tsx'
import { SourcesField } from './SourcesField.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import { useSettingForm } from './useSettingForm.ts'

export type SettingVersion = z.output<typeof settingVersion>

type Props = { section: SectionName; newest: SettingVersion; onClose: () => void }

/** Form of a section. Starts from the newest version, even if it is not effective yet. */
export function SectionForm({ section, newest, onClose }: Props) {
  const change = useSectionChange(section, newest, onClose)
  const { saved, draft, setDraft } = change
  const { fields, rows } = sectionSpec(section, useChoices(section))
  const Rows = section === 'layouts' ? LayoutsField : rows?.details ? SourcesField : RowsField
  const isStale = change.refusal?.code === 'setting.stale'
  const stale = (
    <StaleSection
      {...{ section, basedOn: change.basedOn }}
      onSeen={change.rebase}
      otherwise={isStale && <Notice tone="negative">{change.refusal?.message}</Notice>}
    />
  )
  return (
    <>
      <form {...change.form} aria-label={SECTIONS[section].title} className="flex flex-col gap-5 p-5">
        {saved.isRestored && <DraftNotice onStartAgain={saved.startAgain} />}
        {saved.isBehind && !isStale && stale}
        {newest.effectiveOn > todayInLagos() && (
          <Notice tone="notice">
            Version {newest.version} takes effect on {dayText(newest.effectiveOn)}. You are changing that
            version. A change with an earlier date replaces it.
          </Notice>
        )}
        {fields.length > 0 && (
          <PlainFields
            {...{ fields, problems: change.errors }}
            values={draft.fields}
            onChange={(name, value) =>
              setDraft(now => ({ ...now, fields: { ...now.fields, [name]: value } }))
            }
          />
        )}
        {rows && (
          <Rows
            section={section}
            spec={rows}
            rows={draft.rows}
            onChange={changed => setDraft(now => ({ ...now, rows: changed }))}
            problems={change.errors}
          />
        )}
        {isStale && stale}
        <ChangeFooter
          change={change}
          needsApproval={needsApproval(
            section,
            newest.value as object,
            wireOf(section, draft).value as object,
          )}
          isErrorShown={!isStale}
          onCancel={onClose}
        />
      </form>
      {/* outside the form: its dialog has its own form */}
      <UnsavedGuard {...change.guard} />
    </>
  )
}

/** The accounts of a day with entries never change. */
const earliestOf = (section: SectionName): string =>
  section === 'channelAccounts' ? addDays(localDate(todayInLagos()), 1) : todayInLagos()

/** State and submission of the section form. */
const useSectionChange = (section: SectionName, newest: SettingVersion, onDone: () => void) =>
  useSettingForm(settingsApi.settingChange, {
    name: `setting.${section}`,
    newest,
    earliest: earliestOf(section),
    start: () => draftOf(section, newest.value),
    schema: draftSchema(section),
    prepare: ({ draft, when }, basedOn) => {
      const { value, problems } = wireOf(section, draft)
      return { input: { section, value, ...when, basedOn }, problems }
    },
    onDone: ({ approvalId }, { effectiveOn }) => {
      if (approvalId) toast('info', 'Change submitted for approval.')
      else if (effectiveOn > todayInLagos())
        toast('success', `Saved. Effective from ${dayText(effectiveOn)}.`)
      else toast('success', 'Saved.')
      onDone()
    },
  })

type PlainProps = {
  fields: readonly FieldSpec[]
  values: Draft['fields']
  problems: Problems
  onChange: (name: string, value: Draft['fields'][string]) => void
}

/** Plain fields of a section; long texts and switches take the full width. */
function PlainFields({ fields, values, problems, onChange }: PlainProps) {
  return (
    <div className="grid max-w-3xl gap-x-6 gap-y-5 sm:grid-cols-2">
      {fields.map(spec => (
        <div
          key={spec.name}
          className={spec.kind === 'lines' || spec.kind === 'switch' ? 'sm:col-span-2' : ''}
        >
          <SettingField
            spec={spec}
            path={spec.name}
            value={values[spec.name] ?? ''}
            onChange={value => onChange(spec.name, value)}
            error={problems[spec.name]}
          />
        </div>
      ))}
    </div>
  )
}

type StaleProps = {
  section: SectionName
  basedOn: number
  onSeen: (version: number) => void
  otherwise: ReactNode
}

/** Shows the newer version, or the plain error while it is loading. */
function StaleSection({ section, basedOn, onSeen, otherwise }: StaleProps) {
  const history = useApi(settingsApi.settingHistory, { section })
  const newer = history.data?.rows[0]
  const base = history.data?.rows.find(row => row.version === basedOn)
  if (!newer || !base || newer === base) return otherwise
  return (
    <StaleNotice
      version={newer.version}
      by={newer.changedBy}
      items={sectionChanges(section, base.value, newer.value)}
      onContinue={() => onSeen(newer.version)}
    />
  )
}
