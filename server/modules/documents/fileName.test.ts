import { expect, test } from 'vitest'
import { fileNameOf } from './fileName.ts'

/** B11: whatever the title, the file lands in the folder the person chose, under a name every system takes. */
test.each([
  ['Payslip October 2026', 'Payslip October 2026.pdf'],
  ['payslip.pdf', 'payslip.pdf'],
  ['Statement, June & July', 'Statement, June & July.pdf'],
  ['Payslip 10.2026', 'Payslip 10 2026.pdf'],
  ['Ìwé ẹ̀rí iṣẹ́', 'Ìwé ẹ̀rí iṣẹ́.pdf'],
  ['../../etc/passwd', 'etc-passwd.pdf'],
  ['..\\..\\windows\\win.ini', 'windows-win ini.pdf'],
  ['/etc/shadow', 'etc-shadow.pdf'],
  ['CON', 'document CON.pdf'],
  ['nul.png', 'document nul.pdf'],
  ['COM1', 'document COM1.pdf'],
  ['letter.exe', 'letter exe.pdf'],
  ['.htaccess', 'htaccess.pdf'],
  ['"; filename="x.html', 'filename--x html.pdf'],
  ["a'b*c", 'a-b-c.pdf'],
  ['💰', 'document.pdf'],
  ['...', 'document.pdf'],
  ['A'.repeat(255), `${'A'.repeat(100)}.pdf`],
])('%s → %s', (title, name) => expect(fileNameOf(title, 'application/pdf')).toBe(name))
