/** Bank statements as banks export them, for tests. */

export type BankRow = [day: string, narration: string, reference: string, amount: number]

const naira = (kobo: number): string => (Math.abs(kobo) / 100).toFixed(2)

/** Debit and credit in columns of their own, with a running balance. */
export function statementCsv(rows: readonly BankRow[], opening = 0, newestFirst = false): Buffer {
  let balance = opening
  const lines = rows.map(([day, narration, reference, amount]) => {
    balance += amount
    return `${day},"${narration}",${reference},${amount < 0 ? naira(amount) : ''},${amount > 0 ? naira(amount) : ''},${balance < 0 ? '-' : ''}${naira(balance)}`
  })
  if (newestFirst) lines.reverse()
  return Buffer.from(
    ['Account statement', 'Trans Date,Narration,Reference,Debit,Credit,Balance', ...lines].join('\r\n'),
  )
}

export const mt940 = (
  rows: readonly BankRow[],
  opening: number,
  closing: number,
  { currency = 'NGN', account = 'NONREF' } = {},
): Buffer => {
  const day = (iso: string): string => iso.slice(2).replaceAll('-', '')
  const balance = (tag: string, kobo: number, on: string): string =>
    `:${tag}:${kobo < 0 ? 'D' : 'C'}${day(on)}${currency}${naira(kobo).replace('.', ',')}`
  const [first = '2026-10-01', last = '2026-10-31'] = [rows[0]?.[0], rows.at(-1)?.[0]]
  return Buffer.from(
    [
      '{1:F01BANKNGLAXXXX0000000000}{2:I940BANKNGLAXXXXN}{4:',
      ':20:STMT1',
      `:25:${account}`,
      ':28C:1/1',
      balance('60F', opening, first),
      ...rows.flatMap(([on, narration, reference, amount]) => [
        `:61:${day(on)}${on.slice(5).replace('-', '')}${amount < 0 ? 'D' : 'C'}${naira(amount).replace('.', ',')}NTRF${reference || 'NONREF'}//BANK1`,
        `:86:${narration}`,
      ]),
      balance('62F', closing, last),
      '-}',
    ].join('\r\n'),
  )
}

export const camt053 = (
  rows: readonly BankRow[],
  opening: number,
  closing: number,
  { head = '', account = '' } = {},
): Buffer => {
  const balance = (type: string, kobo: number): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="NGN">${naira(kobo)}</Amt><CdtDbtInd>${kobo < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>2026-10-31</Dt></Dt></Bal>`
  const entries = rows.map(
    ([on, narration, reference, amount]) =>
      `<Ntry><Amt Ccy="NGN">${naira(amount)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${on}</Dt></BookgDt><ValDt><Dt>${on}</Dt></ValDt><NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><RmtInf><Ustrd>${narration}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n${head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${account && `<Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>`}${balance('OPBD', opening)}${balance('CLBD', closing)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`,
  )
}
