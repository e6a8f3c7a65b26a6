import clsx from 'clsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { ExportFormat, FileExport } from './fetchFile.ts'

type Props = FileExport & {
  size?: 'small' | 'medium'
  title?: string
  disabledReason?: string | undefined
}

/** The same rows as on the screen, also those on the pages to come, for a spreadsheet. */
export function ExportMenu({ label, save, size = 'medium', title = 'Export', disabledReason }: Props) {
  const [pending, setPending] = useState(false)
  const start = async (format: ExportFormat): Promise<void> => {
    setPending(true)
    await save(format)
    setPending(false)
  }
  return (
    <Menu
      label={label}
      align="end"
      trigger={
        <Button
          data-exports
          size={size}
          look={size === 'small' ? 'quiet' : 'secondary'}
          icon={<Download aria-hidden size={16} />}
          pending={pending}
          disabledReason={disabledReason}
          className={clsx(size === 'small' && 'px-2!')}
        >
          <span className={clsx(size === 'small' && 'max-md:sr-only')}>{title}</span>
        </Button>
      }
      items={[
        { id: 'csv', title: 'CSV', onSelect: () => void start('csv') },
        { id: 'xlsx', title: 'Excel (XLSX)', onSelect: () => void start('xlsx') },
      ]}
    />
  )
}
