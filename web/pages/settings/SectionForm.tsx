import { useState } from 'react'
import { z } from 'zod'
import { SECTIONS, type SectionName } from '../../../contract/sections.ts'
import { settingsApi, type settingVersion } from '../../../contract/settings.ts'
import { useApi } from '../../api.ts'
import { dayText } from '../../parts/figures.ts'
import { KeptNotice } from '../../parts/KeptNotice.tsx'
import { sectionChanges } from '../../parts/settings/sectionChanges.ts'
import { type FieldSpec, SECTION_SPECS } from '../../parts/settings/sectionFields.ts'
import { todayInLagos } from '../../parts/today.ts'
import { UnsavedGuard } from '../../parts/UnsavedGuard.tsx'
import { useKeptForm } from '../../parts/useKeptForm.ts'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toast.ts'
import { ChangeFooter, type When } from './ChangeFooter.tsx'
import { type Draft, draftOf, draftSchema, type Problems, wireOf } from './draft.ts'
import { RowsField } from './RowsField.tsx'
import { SettingField } from './SettingField.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import { useChange } from './useChange.ts'
import { useServices } from './useServices.ts'

export type SettingVersion = z.output<typeof settingVersion>

type Props = { section: SectionName; newest: SettingVersion; onClose: () => void }

/** Starts from the newest version, even where its day has not come: the next change stands on what was decided last. */
export function SectionForm({ section, newest, onClose }: Props) {
  const typed = useDraft(section, newest, onClose)
  const { draft, setDraft, when, setWhen, base, setBase, change, isDirty } = typed
  const services = useServices()
  const { fields, rows } = SECTION_SPECS[section]
  const isStale = change.refusal?.code === 'setting.stale'
  return (
    <>
      <form {...change.form} aria-label={SECTIONS[section].title} className="flex flex-col gap-5 p-5">
        {typed.wasKept && <KeptNotice onStartAfresh={typed.startAfresh} />}
        {newest.effectiveOn > todayInLagos() && (
          <Notice tone="notice">
            Version {newest.version} takes effect on {dayText(newest.effectiveOn)}. You start from it; a
            change with an earlier day takes its place.
          </Notice>
        )}
        {fields.length > 0 && (
          <PlainFields
            {...{ fields, problems: change.problems }}
            values={draft.fields}
            onChange={(name, value) =>
              setDraft(now => ({ ...now, fields: { ...now.fields, [name]: value } }))
            }
          />
        )}
        {rows && (
          <RowsField
            section={section}
            spec={rows}
            rows={draft.rows}
            onChange={changed => setDraft(now => ({ ...now, rows: changed }))}
            problems={change.problems}
            choices={services}
          />
        )}
        {isStale && (
          <StaleSection
            base={base}
            onTaken={version => {
              setBase(version)
              change.forgive()
            }}
          />
        )}
        <ChangeFooter
          {...{ when, isDirty }}
          isAsked={SECTIONS[section].secondPerson}
          onWhen={setWhen}
          problems={change.problems}
          unplaced={change.unplaced}
          refusal={isStale ? undefined : change.refusal}
          pending={change.pending}
          onCancel={() => {
            typed.forget()
            onClose()
          }}
        />
      </form>
      {/* its question is a form of its own */}
      <UnsavedGuard when={(isDirty || when.reason !== '') && !change.pending} onLeave={typed.forget} />
    </>
  )
}

/** What is being typed, from which day it shall hold, and the sending of it. */
function useDraft(section: SectionName, newest: SettingVersion, onDone: () => void) {
  const today = todayInLagos()
  const [base, setBase] = useState(newest)
  const [started] = useState(() => draftOf(section, newest.value))
  const isOther = (draft: Draft): boolean =>
    draft !== started && JSON.stringify(draft) !== JSON.stringify(started)
  // what was typed over an older version does not come back: it would undo the newer one unseen
  const { values, setValues, ...kept } = useKeptForm(`setting.${section}.${newest.version}`, {
    fresh: () => ({
      draft: started,
      when: { effectiveOn: newest.effectiveOn > today ? newest.effectiveOn : today, reason: '' },
    }),
    // a tab left open over midnight comes back on another day
    schema: z.object({ draft: draftSchema(section), when: WHEN }).transform(kept => ({
      ...kept,
      when: { ...kept.when, effectiveOn: kept.when.effectiveOn > today ? kept.when.effectiveOn : today },
    })),
    isTyped: typed => isOther(typed.draft) || typed.when.reason !== '',
  })
  const { draft, when } = values
  const change = useChange(settingsApi.settingChange, {
    prepare: () => {
      const { value, problems } = wireOf(section, draft)
      return { input: { section, value, ...when, basedOn: base.version }, problems }
    },
    onDone: ({ approvalId }) => {
      if (approvalId) toast('info', 'Waiting for a second person. Nothing has changed yet.')
      else if (when.effectiveOn > today)
        toast('success', `Saved. It takes effect on ${dayText(when.effectiveOn)}.`)
      else toast('success', 'Saved and in force.')
      kept.forget()
      onDone()
    },
  })
  return {
    ...kept,
    draft,
    setDraft: (next: (now: Draft) => Draft): void => setValues(now => ({ ...now, draft: next(now.draft) })),
    when,
    setWhen: (next: When): void => setValues(now => ({ ...now, when: next })),
    base,
    setBase,
    change,
    isDirty: isOther(draft),
  }
}

const WHEN: z.ZodType<When> = z.object({ effectiveOn: z.string(), reason: z.string() })

type PlainProps = {
  fields: readonly FieldSpec[]
  values: Draft['fields']
  problems: Problems
  onChange: (name: string, value: Draft['fields'][string]) => void
}

/** What a section holds beside its rows; what is written in lines or switched takes the whole width. */
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

type StaleProps = { base: SettingVersion; onTaken: (version: SettingVersion) => void }

function StaleSection({ base, onTaken }: StaleProps) {
  const history = useApi(settingsApi.settingHistory, { section: base.section })
  const newer = history.data?.rows[0]
  if (!newer || newer.version === base.version) return null
  return (
    <StaleNotice
      version={newer.version}
      by={newer.changedBy}
      items={sectionChanges(base.section, base.value, newer.value)}
      onKeepMine={() => onTaken(newer)}
    />
  )
}
