import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/Copyable.tsx'
import { download } from '../../ui/download.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useDialogGuard } from '../../ui/unsaved.ts'

/** Shown once: the server keeps only their hashes. */
export function RecoveryCodes({ codes, onKept: onStored }: { codes: readonly string[]; onKept: () => void }) {
  const [copied, setCopied] = useState(false)
  const text = codes.join('\n')
  useDialogGuard('The recovery codes are not shown again.')
  const copy = async (): Promise<void> => setCopied(await copyText(text))
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="positive" alert title="The second factor is on">
        Keep these recovery codes where you will find them without your phone. Each works once instead of a
        code. They are not shown again.
      </Notice>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg bg-sunken p-4 font-mono sm:grid-cols-3">
        {codes.map(code => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>{copied ? 'Copied' : 'Copy'}</Button>
        <Button onClick={() => download('iroko-recovery-codes.txt', `${text}\n`, 'text/plain')}>
          Download
        </Button>
        <Button look="primary" onClick={onStored}>
          I have saved them
        </Button>
      </div>
      <span role="status" className="sr-only">
        {copied ? 'Recovery codes copied' : ''}
      </span>
    </div>
  )
}
