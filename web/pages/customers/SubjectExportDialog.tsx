import { customerApi } from '../../../contract/customers.ts'
import { call } from '../../api.ts'
import { UncachedActDialog } from '../../parts/UncachedActDialog.tsx'
import { download } from '../../ui/download.ts'
import { toast } from '../../ui/toast.ts'

type Props = { id: string; name: string; onClose: () => void }

/** Exports all data held about a person (data subject request). */
export function SubjectExportDialog({ id, name, onClose }: Props) {
  return (
    <UncachedActDialog
      send={reason => call(customerApi.customerSubjectExport, { id, reason })}
      onReply={({ fileName, json }) => {
        download(fileName, json, 'application/json')
        toast(
          'success',
          'Personal data exported. The file contains unmasked data: give it only to this person.',
        )
      }}
      onClose={onClose}
      title={`Export personal data of ${name}?`}
      description="All data held about this person, unmasked, in one file. The export is logged."
      action="Export"
      reasonLabel="Reason"
    />
  )
}
