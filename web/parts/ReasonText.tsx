import { useReasonLabel } from './reasons.ts'

/** A reason's code in the words of the settings; apart, because all settings come with it. */
export default function ReasonText({ code }: { code: string }) {
  return useReasonLabel()(code)
}
