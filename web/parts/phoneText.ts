import { formatPhone, parsePhone } from '../../engine/phone.ts'

/** As people say it; what is not a Nigerian number stays as it was typed or kept. */
export function phoneText(text: string): string {
  const phone = parsePhone(text)
  return phone ? formatPhone(phone) : text
}
