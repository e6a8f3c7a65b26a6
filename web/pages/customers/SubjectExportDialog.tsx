import { useState } from 'react'
import { customerApi } from '../../../contract/customers.ts'
import { ApiError, call } from '../../api.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { download } from '../../ui/download.ts'
import { toast } from '../../ui/toast.ts'

type Props = { id: string; name: string; onClose: () => void }

/** A person's right to what is held about them. Called directly: the cache must not keep it. */
export function SubjectExportDialog({ id, name, onClose }: Props) {
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async (reason: string): Promise<void> => {
    setPending(true)
    try {
      const { fileName, json } = await call(customerApi.customerSubjectExport, { id, reason })
      download(fileName, json, 'application/json')
      toast('success', 'The file is saved. It holds personal numbers in full: hand it to nobody else.')
      onClose()
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : 'This could not be loaded. Try again.')
      setPending(false)
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Hand over the file of ${name}?`}
      description="Everything held about this person, in full, as one file for them. Who took it and why is kept."
      action="Save the file"
      reason="required"
      reasonLabel="Who asked for it, and how"
      reasonLongest={300}
      pending={pending}
      error={problem}
      onConfirm={reason => void save(reason)}
    />
  )
}
