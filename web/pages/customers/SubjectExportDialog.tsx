import { customerApi } from '../../../contract/customers.ts'
import { call } from '../../api.ts'
import { UncachedActDialog } from '../../parts/UncachedActDialog.tsx'
import { download } from '../../ui/download.ts'
import { toast } from '../../ui/toast.ts'

type Props = { id: string; name: string; onClose: () => void }

/** A person's right to what is held about them. */
export function SubjectExportDialog({ id, name, onClose }: Props) {
  return (
    <UncachedActDialog
      send={reason => call(customerApi.customerSubjectExport, { id, reason })}
      onReply={({ fileName, json }) => {
        download(fileName, json, 'application/json')
        toast('success', 'The file is saved. It holds personal numbers in full: hand it to nobody else.')
      }}
      onClose={onClose}
      title={`Hand over the file of ${name}?`}
      description="Everything held about this person, in full, as one file for them. Who took it and why is kept."
      action="Save the file"
      reasonLabel="Who asked for it, and how"
    />
  )
}
