import { z } from 'zod/mini'
import {
  changeReply,
  endpoint,
  fileReply,
  id,
  listOf,
  moment,
  nairaOfFile,
  page,
  term,
  text,
} from './endpoint.ts'
import { EMPLOYER, IPPIS_NUMBER, payMonth } from './vocabulary.ts'

/** Uploaded tables, whatever they are for: one file, its steps, and what became of every row. */

export const INTAKE_KINDS = ['payroll', 'repayment', 'book', 'acknowledgement'] as const
export type IntakeKind = (typeof INTAKE_KINDS)[number]

/**
 * received: being looked at, or waiting for its columns to be confirmed · mapped: to be staged · staged, checked, matched: what the
 * machine has done · waiting: for a second person · accepted · superseded by a later file · refused: cannot be read at all.
 */
export const INTAKE_STATUSES = [
  'receiving',
  'received',
  'mapped',
  'staged',
  'checked',
  'matched',
  'waiting',
  'accepted',
  'superseded',
  'refused',
  'cancelled',
] as const
export type IntakeStatus = (typeof INTAKE_STATUSES)[number]

/** What a column of a file can mean. Aliases are compared without case, spaces and signs. */
export type IntakeField = { title: string; required: boolean; aliases: readonly string[] }

const staffNumber: IntakeField = {
  title: IPPIS_NUMBER,
  required: true,
  aliases: ['ippis no', 'ippis number', 'ippis', 'staff id', 'staff no', 'staff number', 'employee number', 'employee no', 'employee id', 'assignment number', 'legacy id', 'service number', 'ap no', 'payroll number'],
} // biome-ignore format: a table

export const INTAKE_FIELDS = {
  payroll: {
    staffNumber,
    fullName: { title: 'Name', required: true, aliases: ['full name', 'employee name', 'name', 'names', 'staff name', 'name surname first name'] },
    netPay: { title: 'Net pay', required: true, aliases: ['net pay', 'netpay', 'net salary', 'net earnings', '6 net pay', 'net', 'take home', 'net amount'] },
    grossPay: { title: 'Gross pay', required: false, aliases: ['gross pay', 'gross salary', 'total gross', 'gross earnings', 'gross', 'salary'] },
    deductions: { title: 'Deductions', required: false, aliases: ['deductions', 'gross deductions', 'total deductions'] },
    employmentStatus: { title: 'Employment status', required: false, aliases: ['employment status', 'employee status', 'status', 'staff status'] },
    assignmentStatus: { title: 'Assignment status', required: false, aliases: ['assignment status'] },
    birthDate: { title: 'Date of birth', required: false, aliases: ['birth date', 'date of birth', 'dob', 'birthdate'] },
    hireDate: { title: 'First appointment', required: false, aliases: ['hire date', 'date of first appt', 'date of first appointment', 'first appointment', 'hiredate', 'appointment date', 'date employed'] },
    jobTitle: { title: 'Job', required: false, aliases: ['job title', 'designation', 'rank', 'cadre', 'job'] },
    grade: { title: 'Grade', required: false, aliases: ['grade', 'gl', 'grade level', 'grade category'] },
    employer: { title: EMPLOYER, required: false, aliases: ['command', 'ministry', 'ministry name', 'mda', 'current mda', 'organisation', 'organization', 'agency', 'dept', 'department', 'location'] },
    phone: { title: 'Phone', required: false, aliases: ['telephone number', 'phone', 'phone no', 'phone number', 'telephone', 'mobile', 'gsm'] },
    bank: { title: 'Bank', required: false, aliases: ['bank name', 'bank', 'bank code'] },
    accountNumber: { title: 'Salary account', required: false, aliases: ['account number', 'account no', 'acc no', 'accountno', 'salary account', 'nuban', 'acct no'] },
    category: { title: 'Category', required: false, aliases: ['staff category', 'employee type', 'employment type', 'category'] },
    period: { title: 'Period', required: false, aliases: ['period', 'month', 'pay period', 'payroll period', 'month and year'] },
  },
  repayment: {
    staffNumber: { ...staffNumber, required: false },
    loanNumber: { title: 'Loan number', required: false, aliases: ['loan id', 'loan no', 'loan number', 'account id'] },
    fullName: { title: 'Name', required: false, aliases: ['employee name', 'name', 'full name', 'names', 'customer name', 'clients name'] },
    amount: { title: 'Amount', required: true, aliases: ['amount', 'deduction amount', 'amount paid', 'amount deducted', 'cumulative amount', 'paid', 'credit'] },
    accountNumber: { title: 'Account number', required: false, aliases: ['account number', 'account no', 'acc no', 'salary account', 'nuban'] },
    employer: { title: EMPLOYER, required: false, aliases: ['ministry', 'ministry name', 'mda', 'command', 'organisation', 'employee mda'] },
    element: { title: 'Deduction element', required: false, aliases: ['element name', 'element', 'deduction element', 'deduction type', 'deduction code', 'details', 'transaction code'] },
    beneficiary: { title: 'Deduction beneficiary', required: false, aliases: ['deduction beneficiary', 'beneficiary', 'beneficiary name', 'beneficiary code', 'third party', 'payee'] },
    narration: { title: 'Narration', required: false, aliases: ['narration', 'description', 'remark', 'remarks'] },
    reference: { title: 'Reference', required: false, aliases: ['reference', 'ref', 'transaction reference', 'payment reference', 'rrr'] },
    period: { title: 'Period', required: false, aliases: ['period', 'month', 'entry date', 'payment date', 'date'] },
  },
  acknowledgement: {
    staffNumber,
    outcome: { title: 'Accepted or rejected', required: true, aliases: ['status', 'outcome', 'result', 'response', 'accepted', 'acknowledgement'] },
    amount: { title: 'Amount', required: false, aliases: ['amount', 'deduction amount', 'amount loaded', 'approved amount'] },
    reason: { title: 'Reason', required: false, aliases: ['reason', 'remark', 'remarks', 'comment', 'error', 'message', 'rejection reason'] },
  },
  book: {
    staffNumber,
    title: { title: 'Title', required: false, aliases: ['title'] },
    surname: { title: 'Surname', required: true, aliases: ['surname', 'last name'] },
    firstName: { title: 'First name', required: true, aliases: ['first name', 'firstname', 'given name'] },
    otherNames: { title: 'Other names', required: false, aliases: ['other names', 'middle name'] },
    gender: { title: 'Gender', required: true, aliases: ['gender', 'sex'] },
    birthDate: { title: 'Date of birth', required: true, aliases: ['date of birth', 'dob', 'birth date'] },
    hireDate: { title: 'First appointment', required: true, aliases: ['first appointment', 'date of first appointment', 'hire date'] },
    phone: { title: 'Phone', required: true, aliases: ['phone', 'phone number', 'telephone number', 'gsm'] },
    email: { title: 'E-mail', required: false, aliases: ['email', 'e mail', 'email address'] },
    bvn: { title: 'BVN', required: true, aliases: ['bvn'] },
    nin: { title: 'NIN', required: true, aliases: ['nin'] },
    address: { title: 'Address', required: true, aliases: ['address', 'home address'] },
    state: { title: 'State', required: true, aliases: ['state', 'state of residence'] },
    lga: { title: 'LGA', required: true, aliases: ['lga', 'local government area'] },
    employer: { title: EMPLOYER, required: true, aliases: ['mda', 'ministry', 'employer', 'command'] },
    grade: { title: 'Grade level', required: false, aliases: ['grade level', 'grade', 'gl'] },
    step: { title: 'Step', required: false, aliases: ['step'] },
    netPay: { title: 'Net pay', required: true, aliases: ['net pay', 'net salary'] },
    bank: { title: 'Bank', required: true, aliases: ['bank', 'bank code', 'bank name'] },
    accountNumber: { title: 'Salary account', required: true, aliases: ['account number', 'salary account', 'account no'] },
    product: { title: 'Product code', required: true, aliases: ['product', 'product code'] },
    loanNumber: { title: 'Previous loan number', required: true, aliases: ['loan number', 'previous loan number', 'old loan number', 'loan id', 'loan no'] },
    principal: { title: 'Loan amount', required: true, aliases: ['amount lent', 'principal', 'loan amount', 'gross loan'] },
    tenor: { title: 'Tenor', required: true, aliases: ['tenor', 'tenor in months', 'months', 'tenor in weeks', 'weeks'] },
    paidOutOn: { title: 'Disbursed on', required: true, aliases: ['disbursed on', 'start date', 'loan start date', 'payment date'] },
    repaid: { title: 'Repaid so far', required: true, aliases: ['repaid so far', 'repaid', 'amount repaid', 'total paid'] },
    balance: {
      title: 'Balance in previous system',
      required: false,
      aliases: ['balance', 'balance in previous system', 'outstanding', 'outstanding balance', 'balance b fwd'],
    },
    officerCode: { title: 'Account officer code', required: false, aliases: ['officer code', 'account officer code', 'officer'] },
    kinName: { title: 'Next of kin', required: false, aliases: ['next of kin', 'nok', 'kin name'] },
    kinRelationship: { title: 'Relationship', required: false, aliases: ['relationship', 'kin relationship'] },
    kinPhone: { title: 'Phone of next of kin', required: false, aliases: ['phone of next of kin', 'nok phone', 'kin phone'] },
  },
} as const satisfies Record<IntakeKind, Record<string, IntakeField>> // biome-ignore format: a table

export const fieldsOf = (kind: IntakeKind): Record<string, IntakeField> => INTAKE_FIELDS[kind]

/** One million lines weigh about 180 MB. Three times that is a mistake, not a payroll. */
export const INTAKE_MAX_BYTES = 512 * 1024 * 1024
/** At 400 kbit/s a piece takes 20 seconds: less than a request may last. */
export const INTAKE_PIECE_BYTES = 1024 * 1024

/** Field → column of the file, counted from 0. */
export const columnMapping = z.record(z.string().check(z.maxLength(40)), z.int().check(z.gte(0), z.lte(255)))
export type ColumnMapping = z.output<typeof columnMapping>

/** Where the machine is: rows of this step done, of how many, since when. */
export const INTAKE_STEPS = ['reading', 'staging', 'checking', 'matching'] as const
export type IntakeStep = (typeof INTAKE_STEPS)[number]

const progress = z.object({
  step: z.enum(INTAKE_STEPS),
  done: z.int(),
  total: z.nullable(z.int()),
  startedAt: moment,
  at: moment,
})

export const intake = z
  .object({
    id,
    kind: z.enum(INTAKE_KINDS),
    source: z.string(),
    sourceName: z.string(),
    period: z.string(),
    fileName: z.string(),
    bytes: z.int(),
    receivedBytes: z.int(),
    sha256: z.nullable(z.string()),
    status: z.enum(INTAKE_STATUSES),
    /** Why it was refused or cancelled, for people. */
    problem: z.nullable(z.string()),
    uploadedBy: z.string(),
    uploadedById: id,
    uploadedAt: moment,
    acceptedBy: z.nullable(z.string()),
    acceptedAt: z.nullable(moment),
    /** Waits for a second person under this approval. */
    approvalId: z.nullable(id),
    /** The file whose refused rows this one corrects. */
    correctsId: z.nullable(id),
    /** The same bytes were uploaded before. */
    sameAsId: z.nullable(id),
    rows: z.nullable(z.int()),
    goodRows: z.nullable(z.int()),
    refusedRows: z.nullable(z.int()),
    skippedRows: z.nullable(z.int()),
    matchedRows: z.nullable(z.int()),
    repairedValues: z.nullable(z.int()).register(z.globalRegistry, {
      description: 'Values the reader repaired, such as serial dates and amounts with commas',
    }),
    progress: z.nullable(progress),
  })
  .register(z.globalRegistry, { id: 'Intake' })

/** How the file was read: what a person looks at before the run. */
export const intakeLayout = z.object({
  format: z.enum(['csv', 'xlsx']),
  encoding: z.nullable(z.string()),
  delimiter: z.nullable(z.string()),
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })),
  sheet: z.nullable(z.int()),
  headerLine: z.nullable(z.int()),
  /** The first lines as they stand in the file. */
  head: z.array(z.object({ sheet: z.int(), line: z.int(), cells: z.array(z.string()) })),
  columns: z.array(
    z.object({
      index: z.int(),
      header: z.string(),
      /** What it was taken for, and how sure: 100 by its name, less by its content. */
      field: z.nullable(z.string()),
      confidence: z.int(),
      samples: z.array(z.string()),
    }),
  ),
  mapping: columnMapping,
  /** The month that the file itself names, in its period column or above its header. */
  monthInFile: z.nullable(z.string()),
  /** The mapping was saved for this source by an earlier upload. */
  isSavedMapping: z.boolean(),
})

const refusedRow = z.object({
  sheet: z.int(),
  line: z.int(),
  cells: z.array(z.string()),
  problems: z.array(
    z.object({ field: z.string(), column: z.string(), value: z.string(), reason: z.string() }),
  ),
})

const repair = z.object({
  sheet: z.int(),
  line: z.int(),
  field: z.string(),
  column: z.string(),
  was: z.string(),
  became: z.string(),
})

const excludedLine = z.object({ sheet: z.int(), line: z.int(), text: z.string(), reason: z.string() })

export const intakeApi = {
  intakeOpen: endpoint({
    method: 'POST',
    path: '/api/intakes',
    permission: 'money.ask',
    summary: 'Starts an upload. The file follows in pieces.',
    input: z.object({
      id,
      kind: z.enum(INTAKE_KINDS),
      source: term(40).check(z.minLength(1, 'Choose a source')),
      period: payMonth,
      fileName: text(255),
      bytes: z.int().check(z.gte(1, 'The file is empty'), z.lte(INTAKE_MAX_BYTES, 'At most 512 MB')),
      correctsId: z.optional(id),
      /** Repayments: what the payer says the file holds. */
      declared: z.optional(z.object({ rows: z.int().check(z.gte(1), z.lte(1_100_000)), total: nairaOfFile })),
    }),
    reply: intake,
  }),
  intakePiece: endpoint({
    method: 'PUT',
    path: '/api/intakes/:id/content',
    permission: 'money.ask',
    summary: 'Adds a piece of the file at an offset. A repeated piece is stored once; a gap is refused.',
    raw: true,
    replay: false,
    // hundreds a file; the act that the trail tells is the upload as a whole
    unaudited: true,
    bodyLimit: INTAKE_PIECE_BYTES,
    input: z.object({ id, offset: z.coerce.number().check(z.int(), z.gte(0), z.lte(INTAKE_MAX_BYTES)) }),
    reply: z.object({ receivedBytes: z.int(), isComplete: z.boolean() }),
  }),
  intakeCancel: endpoint({
    method: 'POST',
    path: '/api/intakes/:id/cancel',
    permission: 'money.ask',
    summary: 'Cancels an upload and deletes its data.',
    input: z.object({ id }),
    reply: intake,
  }),
  intakeGet: endpoint({
    method: 'GET',
    path: '/api/intakes/:id',
    permission: 'console.read',
    summary: 'Returns one upload with its progress and, once read, its layout.',
    input: z.object({ id }),
    reply: z.extend(intake, { layout: z.nullable(intakeLayout) }),
  }),
  intakeList: endpoint({
    method: 'GET',
    path: '/api/intakes',
    permission: 'console.read',
    summary: 'Lists uploads, newest first.',
    input: z.extend(page, {
      kind: z.optional(z.enum(INTAKE_KINDS)),
      status: z.optional(z.enum(INTAKE_STATUSES)),
      source: z.optional(term(40)),
      period: z.optional(payMonth),
    }),
    reply: listOf(intake),
  }),
  intakeLayout: endpoint({
    method: 'POST',
    path: '/api/intakes/:id/layout',
    permission: 'money.ask',
    summary: 'Reads the file again with another sheet or header row.',
    input: z.object({
      id,
      sheet: z.nullable(z.int().check(z.gte(0), z.lte(200))),
      headerLine: z.int().check(z.gte(1), z.lte(200)),
    }),
    reply: z.extend(intake, { layout: z.nullable(intakeLayout) }),
  }),
  intakePeriod: endpoint({
    method: 'POST',
    path: '/api/intakes/:id/period',
    permission: 'money.ask',
    summary: 'Changes the month of an upload before it is submitted. Checked rows are checked again.',
    input: z.object({ id, period: payMonth }),
    reply: z.extend(intake, { layout: z.nullable(intakeLayout) }),
  }),
  intakeMap: endpoint({
    method: 'POST',
    path: '/api/intakes/:id/mapping',
    permission: 'money.ask',
    summary: 'Confirms the column mapping, saves it for the source and starts the check.',
    input: z.object({ id, mapping: columnMapping }),
    reply: intake,
  }),
  intakeRefusals: endpoint({
    method: 'GET',
    path: '/api/intakes/:id/refusals',
    permission: 'console.read',
    summary:
      'Lists invalid rows with row, column, value and reason. Empty once they were deleted at the end of the retention period; the upload still counts them.',
    input: z.extend(page, { id }),
    reply: listOf(refusedRow),
  }),
  intakeRepairs: endpoint({
    method: 'GET',
    path: '/api/intakes/:id/repairs',
    permission: 'console.read',
    summary:
      'Lists values the reader repaired, before and after, at most 10,000. Empty once they were deleted with the invalid rows.',
    input: z.extend(page, { id }),
    reply: listOf(repair),
  }),
  intakeExcluded: endpoint({
    method: 'GET',
    path: '/api/intakes/:id/excluded',
    permission: 'console.read',
    summary:
      'Lists excluded lines (totals, blanks, repeats) with text and reason, at most 10,000. Empty once they were deleted with the invalid rows.',
    input: z.extend(page, { id }),
    reply: listOf(excludedLine),
  }),
  intakeRefusalFile: endpoint({
    method: 'GET',
    path: '/api/intakes/:id/refusals/file',
    permission: 'money.ask',
    summary:
      'Returns the invalid rows in the layout of the file, with their reasons, for correction and another upload.',
    input: z.object({ id }),
    reply: fileReply,
  }),
  intakeHandOver: endpoint({
    method: 'POST',
    path: '/api/intakes/:id/hand-over',
    permission: 'money.ask',
    summary: 'Submits an upload for approval.',
    input: z.object({ id, reason: text(500, 3) }),
    reply: changeReply,
  }),
}
