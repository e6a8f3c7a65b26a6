import { Download } from 'lucide-react'
import { SAMPLE_FILES } from '../../../contract/sampleFiles.ts'
import { Button } from '../../ui/Button.tsx'
import { download } from '../../ui/download.ts'

/** Downloads a small file with the expected columns. */
export function SampleFileButton({ of }: { of: keyof typeof SAMPLE_FILES }) {
  const { name, text } = SAMPLE_FILES[of]
  return (
    <div>
      <Button
        size="small"
        look="quiet"
        icon={<Download aria-hidden size={14} />}
        onClick={() => download(name, text, 'text/csv')}
      >
        Download sample file
      </Button>
    </div>
  )
}
