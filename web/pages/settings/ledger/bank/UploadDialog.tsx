import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  bankStatementApi,
  STATEMENT_MAX_BYTES,
  STATEMENT_PIECE_BYTES,
} from '../../../../../contract/bankStatements.ts'
import { parseNaira } from '../../../../../engine/money.ts'
import { ApiError, call } from '../../../../api.ts'
import { ActDialog } from '../../../../parts/ActDialog.tsx'
import { MoneyField } from '../../../../parts/MoneyField.tsx'
import { FileField } from '../../../../ui/FileField.tsx'
import { sizeText } from '../../../../ui/sizeText.ts'
import { toast } from '../../../../ui/toast.ts'

type Props = { code: number; onClose: () => void; onSent: () => void }

/** A statement is sent in pieces; the server reads it when it is whole. */
export function UploadDialog({ code, onClose, onSent }: Props) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState<number>()
  const send = async (id: string): Promise<void> => {
    if (!file) return
    try {
      for (let offset = 0; offset < file.size; ) {
        const bytes = file.slice(offset, offset + STATEMENT_PIECE_BYTES)
        offset = (await call(bankStatementApi.bankStatementPiece, { id, offset }, { bytes })).receivedBytes
        setSent(offset)
      }
      toast('success', 'Statement uploaded.')
      await client.invalidateQueries()
      onSent()
    } catch (error) {
      setSent(undefined)
      toast(
        'error',
        error instanceof ApiError ? error.message : 'The file could not be read. Choose it again.',
      )
    }
  }
  return (
    <ActDialog
      endpoint={bankStatementApi.bankStatementOpen}
      initial={{ file: '', opening: '', closing: '' }}
      input={({ opening, closing }, id) => ({
        id,
        code,
        fileName: file?.name ?? '',
        bytes: file?.size ?? 0,
        opening: opening.trim() === '' ? null : String(parseNaira(opening) ?? ''),
        closing: closing.trim() === '' ? null : String(parseNaira(closing) ?? ''),
      })}
      check={({ opening, closing }) => ({
        ...(file ? {} : { file: 'Choose a file' }),
        ...(file && file.size > STATEMENT_MAX_BYTES ? { file: 'At most 128 MB' } : {}),
        ...(isAmount(opening) ? {} : { opening: 'Not an amount' }),
        ...(isAmount(closing) ? {} : { closing: 'Not an amount' }),
      })}
      onDone={({ id }) => void send(id)}
      onClose={onClose}
      title="Upload statement"
      description="Lines that were uploaded before are not added twice. If one line cannot be read, nothing is imported."
      action={sent === undefined ? 'Upload' : 'Uploading…'}
      pending={sent !== undefined}
      isDirty={file !== undefined}
    >
      {({ field, errors, set, values }) => (
        <>
          <FileField
            name="file"
            label="File"
            accept=".csv,.xlsx,.txt,.sta,.940,.mt940,.xml"
            hint="CSV, Excel (.xlsx), MT940 or CAMT.053, up to 128 MB and 500,000 lines."
            error={errors.file}
            chosen={file && { name: file.name, size: sizeText(file.size) }}
            onChoose={chosen => {
              setFile(chosen)
              set('file', chosen.name)
            }}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <MoneyField
              label="Opening balance"
              hint="Only for a file without a balance column."
              error={field('opening').error}
              value={values.opening}
              name="opening"
              onChange={typed => set('opening', typed)}
            />
            <MoneyField
              label="Closing balance"
              error={field('closing').error}
              value={values.closing}
              name="closing"
              onChange={typed => set('closing', typed)}
            />
          </div>
        </>
      )}
    </ActDialog>
  )
}

const isAmount = (typed: string): boolean => typed.trim() === '' || parseNaira(typed) !== undefined
