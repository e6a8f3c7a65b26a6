/** Sample files of the upload pages, with headers that the column detection knows. */
export const SAMPLE_FILES = {
  payroll: {
    name: 'sample-payroll.csv',
    text: [
      'STAFF_ID,FULL_NAME,EMPLOYMENT_STATUS,HIRE_DATE,BIRTH_DATE,JOB_TITLE,COMMAND,BANK_NAME,ACCOUNT_NUMBER,NETPAY',
      '431517,OKONKWO ADAEZE,Active,14/05/2010,02/03/1985,Principal Nursing Officer,"National Hospital, Abuja",GTBank,0123456785,250000.00',
      '',
    ].join('\n'),
  },
  repayment: {
    name: 'sample-deductions.csv',
    text: [
      'IPPIS NO,EMPLOYEE NAME,MINISTRY,AMOUNT',
      '431517,OKONKWO ADAEZE,"National Hospital, Abuja","61,666.67"',
      '',
    ].join('\n'),
  },
  // of a year without batches: uploaded as it is, it changes no line
  payoutResult: {
    name: 'sample-bank-result.csv',
    text: [
      'REFERENCE,AMOUNT,STATUS,BANK REFERENCE,DATE,REASON',
      'PO-2000-0001-0001,485000.00,Paid,000013261116101522000099887766,16/11/2026,',
      'PO-2000-0001-0002,242500.00,Failed,,16/11/2026,Account dormant',
      '',
    ].join('\n'),
  },
} as const
