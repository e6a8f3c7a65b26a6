import { useState } from 'react'
import { IconButton } from './Button.tsx'
import { toast } from './toast.ts'

/** A reference or link that people paste elsewhere. */
export function Copyable({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    if (!(await copyText(text))) return
    setCopied(true)
    window.setTimeout(() => setCopied(false), 2000)
  }
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 rounded bg-sunken px-1.5 py-0.5 font-mono text-[0.8125rem] break-all">
        {text}
      </code>
      <IconButton label={label} onClick={() => void copy()} className="!size-7">
        <svg
          aria-hidden
          width="15"
          height="15"
          viewBox="0 0 16 16"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        >
          {copied ? (
            <path d="m3 8.5 3.2 3L13 4.5" strokeLinecap="round" strokeLinejoin="round" />
          ) : (
            <path d="M5.5 5.5V3.8c0-.7.6-1.3 1.3-1.3h5.4c.7 0 1.3.6 1.3 1.3v5.4c0 .7-.6 1.3-1.3 1.3h-1.7M3.8 5.5h5.4c.7 0 1.3.6 1.3 1.3v5.4c0 .7-.6 1.3-1.3 1.3H3.8c-.7 0-1.3-.6-1.3-1.3V6.8c0-.7.6-1.3 1.3-1.3Z" />
          )}
        </svg>
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </span>
  )
}

/** Puts text where it can be pasted from. A browser that will not, as on plain http, is answered for: true when it did. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast('warning', 'This browser did not let Iroko copy it. Select the text and copy it by hand.')
    return false
  }
}
