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
  /** What a template is for never changes under its name. */
  isNew: boolean
}

const CAMPAIGNS = 'campaigns'
/** There are fourteen events; a lender with more templates than this has them for campaigns. */
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
        hint="For colleagues; customers never see it."
        placeholder="Reminder before pay day"
        onChange={event => set({ name: event.target.value })}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Select
          label="Told when"
          name="event"
          disabled={!isNew}
          value={values.event ?? CAMPAIGNS}
          error={errors.event}
          options={[
            { value: CAMPAIGNS, label: 'Somebody sends a campaign' },
            ...EVENT_NAMES.map(name => {
              const isTaken = isNew && taken.includes(name)
              return {
                value: name,
                label: isTaken ? `${EVENTS[name].title} (has a template)` : EVENTS[name].title,
                disabled: isTaken,
              }
            }),
          ]}
          hint={isNew ? 'An event has one template; write its next version instead.' : undefined}
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
