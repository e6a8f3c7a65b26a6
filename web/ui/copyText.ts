import { toast } from './toast.ts'

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
