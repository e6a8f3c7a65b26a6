import {
  EVENT_NAMES,
  EVENTS,
  TEMPLATE_PURPOSES,
  type TemplatePurpose,
  templateApi,
} from '../../../contract/messaging.ts'
import { useApi } from '../../api.ts'
import { PURPOSE_WORDS } from '../../parts/messaging/messagingWords.ts'
import { Input } from '../../ui/Input.tsx'
import { Select } from '../../ui/Select.tsx'
import { purposeOf, type TemplateDraft } from './templateDraft.ts'

type Props = {
  values: TemplateDraft
  set: (changes: Partial<TemplateDraft>) => void
  errors: Readonly<Record<string, string>>
  /** Event and purpose are fixed after creation. */
  isNew: boolean
}

const CAMPAIGNS = 'campaigns'
/** Enough to find the templates of all events. */
const TEMPLATES_MAX = 200

export function TemplateHead({ values, set, errors, isNew }: Props) {
  const list = useApi(templateApi.templateList, { limit: TEMPLATES_MAX }, { enabled: isNew })
  const taken = (list.data?.rows ?? []).filter(row => row.status !== 'retired').map(row => row.event)
  const purpose = purposeOf(values)
  return (
    <>
      <Input
        label="Name"
        name="name"
        value={values.name}
        maxLength={80}
        error={errors.name}
        hint="Customers do not see it."
        placeholder="Reminder before pay day"
        onChange={event => set({ name: event.target.value })}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          label="Sent when"
          name="event"
          disabled={!isNew}
          value={values.event ?? CAMPAIGNS}
          error={errors.event}
          options={[
            { value: CAMPAIGNS, label: 'A campaign is sent' },
            ...EVENT_NAMES.map(name => {
              const isTaken = isNew && taken.includes(name)
              return {
                value: name,
                label: isTaken ? `${EVENTS[name].title} (has a template)` : EVENTS[name].title,
                disabled: isTaken,
              }
            }),
          ]}
          hint={isNew ? 'Each event has one template. To change it, create a new version.' : undefined}
          onChange={event => set({ event: EVENT_NAMES.find(name => name === event.target.value) ?? null })}
        />
        <Select
          label="Purpose"
          name="purpose"
          disabled={!isNew || values.event !== null}
          value={purpose}
          options={(values.event === null ? TEMPLATE_PURPOSES : [purpose]).map(value => ({
            value,
            label: PURPOSE_WORDS[value].title,
          }))}
          hint={PURPOSE_WORDS[purpose].means}
          onChange={event => set({ purpose: event.target.value as TemplatePurpose })}
        />
      </div>
    </>
  )
}
