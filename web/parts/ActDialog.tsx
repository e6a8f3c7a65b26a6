import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import type { Endpoint, Reply } from '../../contract/endpoint.ts'
import type { Sent } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog, REASON_MAX_LENGTH, reasonProblem } from '../ui/Dialog.tsx'
import { Textarea } from '../ui/Input.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toast } from '../ui/toast.ts'
import { type Form, type FormRules, useForm } from './useForm.ts'

type Values = Record<string, unknown>
type With<V> = V & { reason: string }
/** Fixed, or following what is typed. */
type Word<T, V> = T | ((values: With<V>) => T)
type Reason = {
  label?: string
  hint?: string | undefined
  rows?: number
  maxLength?: number
  optional?: boolean
}

type Props<E extends Endpoint, V extends Values> = Omit<
  ComponentProps<typeof Dialog>,
  'open' | 'footer' | 'title' | 'description' | 'children'
> &
  Pick<FormRules<E, With<V>>, 'check' | 'fieldName' | 'instead' | 'onRefused'> & {
    endpoint: E
    /** What the fields say at first. */
    initial?: V
    /** What is sent. The id is that of this act, however often it is sent. */
    input: (values: With<V>, id: string) => Sent<E>
    /** What is said once it is done; another kind of toast than success as a pair. */
    done?:
      | string
      | ((reply: Reply<E>, values: With<V>) => string | readonly ['info' | 'warning' | 'success', string])
    /** What follows, in place of closing. */
    onDone?: (reply: Reply<E>, values: With<V>) => void
    title: Word<string, V>
    description?: Word<ReactNode, V>
    /** The verb on the button that acts. */
    action: Word<string, V>
    danger?: Word<boolean, V>
    /** Why it cannot be done now, said on its button. */
    disabledReason?: Word<string | undefined, V>
    /** Asks why, below the fields. */
    reason?: boolean | Reason
    /** Something the act waits for is still under way. */
    pending?: boolean
    cancel?: string
    /** A further button, left of Cancel. */
    aside?: ReactNode
    /** What follows the form. */
    below?: ReactNode
    autoComplete?: 'off'
    /** What the act does, its preview and its fields. */
    children?: ReactNode | ((form: Form<E, With<V>>) => ReactNode)
  }

/** A dialog that performs one act: what it does, its fields, the reason, the server's refusal, Cancel and the act. */
export function ActDialog<E extends Endpoint, V extends Values>(props: Props<E, V>) {
  const { endpoint, initial, input, done, onDone, check, fieldName = path => path, ...rest } = props
  const { instead, onRefused, title, description, action, danger, disabledReason, ...others } = rest
  const {
    reason,
    pending,
    cancel = 'Cancel',
    aside: apart,
    below,
    autoComplete,
    children,
    ...dialog
  } = others
  const formId = useId()
  const [id] = useState(() => crypto.randomUUID())
  const asked = reason === true ? {} : reason || undefined
  const form = useForm(endpoint, {
    initial: { reason: '', ...initial } as With<V>,
    toInput: values => input({ ...values, reason: values.reason.trim() }, id),
    check: values => ({
      ...check?.(values),
      ...(asked && !asked.optional ? { reason: reasonProblem(values.reason, asked.label) } : {}),
    }),
    // some acts call their reason a note
    fieldName: path => (asked && path === 'note' ? 'reason' : fieldName(path)),
    onDone: reply => {
      const said = typeof done === 'function' ? done(reply, form.values) : done
      if (typeof said === 'string') toast('success', said)
      else if (said) toast(...said)
      if (onDone) onDone(reply, form.values)
      else dialog.onClose()
    },
    ...(onRefused ? { onRefused } : {}),
    ...(instead ? { instead } : {}),
  })
  const read = <T extends ReactNode>(word: Word<T, V>): T =>
    typeof word === 'function' ? word(form.values) : word
  return (
    <Dialog
      {...dialog}
      open
      title={read(title)}
      description={read(description)}
      // a choice or a file is as much work as a text, though no text field shows it
      isDirty={form.isDirty || (dialog.isDirty ?? false)}
      footer={
        <>
          {apart}
          <Button onClick={dialog.onClose}>{cancel}</Button>
          <Button
            look={read(danger) ? 'danger' : 'primary'}
            type="submit"
            form={formId}
            pending={form.pending || (pending ?? false)}
            disabledReason={read(disabledReason)}
          >
            {read(action)}
          </Button>
        </>
      }
    >
      <form {...form.form} id={formId} autoComplete={autoComplete} className="flex flex-col gap-4">
        {typeof children === 'function' ? children(form) : children}
        {asked && (
          <Textarea
            {...form.field('reason')}
            label={asked.label ?? 'Reason'}
            hint={asked.hint}
            rows={asked.rows}
            optional={asked.optional}
            maxLength={asked.maxLength ?? REASON_MAX_LENGTH}
          />
        )}
        {(form.message ? [form.message] : form.unplaced).map(problem => (
          <Notice key={problem} tone="negative">
            {problem}
          </Notice>
        ))}
      </form>
      {below}
    </Dialog>
  )
}
