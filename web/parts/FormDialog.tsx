import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { useForm } from './useForm.ts'

type Props = Omit<ComponentProps<typeof Dialog>, 'open' | 'footer'> & {
  form: Pick<ReturnType<typeof useForm>, 'form' | 'pending' | 'message' | 'unplaced' | 'isDirty'>
  /** The verb on the button that acts. */
  action: ReactNode
  look?: 'primary' | 'danger'
  /** Why it cannot be done, said on its button. */
  disabledReason?: string | undefined
  autoComplete?: 'off'
  /** How the fields stand. */
  className?: string
  /** What follows the form. */
  below?: ReactNode
}

/** A dialog that performs one act: its fields, what the server says against it, Cancel and the act. */
export function FormDialog({ form, action, look = 'primary', disabledReason, ...rest }: Props) {
  const { autoComplete, className = 'flex flex-col gap-4', children, below, ...dialog } = rest
  const id = useId()
  return (
    <Dialog
      {...dialog}
      // a choice or a file is as much work as a text, though no text field shows it
      isDirty={form.isDirty || (dialog.isDirty ?? false)}
      open
      footer={
        <>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button look={look} type="submit" form={id} pending={form.pending} disabledReason={disabledReason}>
            {action}
          </Button>
        </>
      }
    >
      <form {...form.form} id={id} autoComplete={autoComplete} className={className}>
        {children}
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
