import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { knownCustomer, recommended } from '../../../test/applicants.ts'
import { base64, EICAR, exif, jpeg, office, pdf, png, pngOfSize } from '../../../test/files.ts'
import { type Caller, createTestApp, requestFor, type TestApp } from '../../../test/testApp.ts'
import { act, SYSTEM } from '../../kernel/act.ts'
import * as documentsArchive from './archive.ts'

let testApp: TestApp
let editor: Caller
beforeAll(async () => {
  testApp = await createTestApp()
  editor = await testApp.signIn('editor@iroko.test')
})
afterAll(() => testApp.close())

const TOO_LARGE = 'File size must be less than 0.5 MB'
const WRONG_TYPE = 'Invalid file type. Please upload an image, PDF, Word document, or Excel file.'
const NO_FILE = 'Please provide a valid file'

let customer: string
beforeEach(async () => {
  customer = await knownCustomer(testApp)
})
const form = (wishes: { id?: string; title?: string; path?: string; bytes?: Buffer } = {}) => ({
  id: wishes.id ?? randomUUID(),
  subjectType: 'customer' as const,
  subjectId: customer,
  title: wishes.title ?? 'Payslip October 2026',
  path: wishes.path ?? base64(wishes.bytes ?? png()),
})
const stored = async () => {
  const { rows } = await testApp.pool.query(
    'select (select count(*) from document) as d, (select count(*) from document_content) as c',
  )
  return rows[0]
}
const listed = () =>
  testApp.as('auditor').ok('documentList', { subjectType: 'customer', subjectId: customer })
const fetched = (id: string, caller: Caller) =>
  testApp.app.inject(requestFor('documentOpen', { id, reason: 'Compare the pay' }, caller))

describe('a document added', () => {
  test('stands in the list of its record, with its type, size, hash and who brought it', async () => {
    const bytes = await pdf()
    const added = await testApp.as('editor').ok('documentAdd', form({ bytes }))
    expect((await listed()).rows).toEqual([added])
    expect(added).toMatchObject({
      title: 'Payslip October 2026',
      type: 'application/pdf',
      bytes: bytes.length,
      addedBy: 'Folake Ogunleye',
      source: 'staff',
      addedAt: '2026-11-16T09:00:00.000Z',
    })
    expect(added.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is in the trail of its record, without its content', async () => {
    const { id } = await testApp.as('editor').ok('documentAdd', form())
    const { rows } = await testApp
      .as('auditor')
      .ok('auditList', { subjectType: 'customer', subjectId: customer })
    expect(rows).toMatchObject([
      { action: 'documentAdd', actorName: 'Folake Ogunleye', after: { document: id } },
      { action: 'customerOpen' },
    ])
  })

  test('sent twice is stored once, its content too', async () => {
    const wanted = form({ bytes: png({ width: 41 }) })
    const before = await stored()
    const first = await testApp.as('editor').ok('documentAdd', wanted)
    expect(await testApp.as('editor').ok('documentAdd', wanted)).toEqual(first)
    await testApp.as('admin').ok('documentAdd', form({ bytes: png({ width: 41 }), title: 'The same photo' }))
    const after = await stored()
    expect([after.d - before.d, after.c - before.c].map(Number)).toEqual([2, 1])
  })

  test('with the id of another is refused', async () => {
    const wanted = form()
    await testApp.as('editor').ok('documentAdd', wanted)
    const others = [{ path: base64(jpeg()) }, { title: 'Letter of employment' }, { subjectId: randomUUID() }]
    for (const other of others)
      await testApp.as('editor').refused('documentAdd', { ...wanted, ...other }, 'idempotency.other_body')
  })

  test('twenty times at once is one document', async () => {
    const wanted = form({ bytes: png({ width: 43 }) })
    await Promise.all(Array.from({ length: 20 }, () => testApp.as('editor').ok('documentAdd', wanted)))
    expect((await listed()).rows).toHaveLength(1)
  })
})

describe('what the form refuses', () => {
  const prefixed = (type: string, bytes: Buffer) => `data:${type};base64,${base64(bytes)}`
  test.each<[string, { title?: string; path?: string; bytes?: Buffer }, Record<string, string>]>([
    ['B02 524,289 bytes', { bytes: pngOfSize(524_289) }, { path: TOO_LARGE }],
    ['B03 an empty file', { path: '' }, { path: NO_FILE }],
    ['B03 a prefix and nothing behind it', { path: 'data:image/png;base64,' }, { path: NO_FILE }],
    ['B04 no title', { title: '' }, { title: 'Title is required' }],
    ['B06 a title of 256 characters', { title: 'A'.repeat(256) }, { title: 'Title is too long' }],
    ['B07 a title of spaces', { title: '   ' }, { title: 'Title is required' }],
    ['B08 a program', { bytes: Buffer.from('MZ\x90\0 payslip.pdf') }, { path: WRONG_TYPE }],
    [
      'a damaged PDF, which is a PDF',
      { bytes: Buffer.from('%PDF-1.7\n%cut') },
      { path: 'This file is damaged and cannot be opened. Save or scan it again and choose the new copy.' },
    ],
    ['B11 a title with a NUL', { title: 'a\0.pdf' }, { title: 'Title has characters that cannot be shown' }],
    [
      'B11 a title that turns round',
      { title: 'gpj\u202efdp.exe' },
      { title: 'Title has characters that cannot be shown' },
    ],
    ['B11 a title of 300 characters', { title: 'A'.repeat(300) }, { title: 'Title is too long' }],
    ['B19 the scanners’ test file', { bytes: EICAR }, { path: WRONG_TYPE }],
    ['B20 a missing sign at the end', { path: base64(png()).slice(0, -1) }, { path: NO_FILE }],
    ['B20 too many signs at the end', { path: `${base64(png())}====` }, { path: NO_FILE }],
    [
      'B20 a line break',
      { path: `${base64(png()).slice(0, 40)}\n${base64(png()).slice(40)}` },
      { path: NO_FILE },
    ],
    ['B20 letters of another alphabet', { path: '_-_-' }, { path: NO_FILE }],
    ['B20 bits behind the last byte', { path: 'QR==' }, { path: NO_FILE }],
    ['B20 encoded twice', { path: base64(Buffer.from(base64(png()))) }, { path: WRONG_TYPE }],
    ['B20 a prefix of another type', { path: prefixed('application/pdf', png()) }, { path: WRONG_TYPE }],
    ['B20 a prefix of no type', { path: `data:;base64,${base64(png())}` }, { path: NO_FILE }],
    [
      'B20 a page under its own prefix',
      { path: prefixed('text/html', Buffer.from('<script>')) },
      { path: WRONG_TYPE },
    ],
  ])('%s', async (_, wishes, fields) => {
    const before = await stored()
    const refusal = await editor.refused('documentAdd', form(wishes), 'input.invalid')
    expect(refusal.fields).toEqual(fields)
    expect(await stored()).toEqual(before)
  })

  test.each<[string, { title?: string; path?: string; bytes?: Buffer }]>([
    ['B01 524,288 bytes', { bytes: pngOfSize(524_288) }],
    ['B05 a title of 255 characters', { title: 'A'.repeat(255) }],
    ['B11 the title ../../etc/passwd', { title: '../../etc/passwd' }],
    ['B11 the title CON', { title: 'CON' }],
    ['B20 a prefix of the right type', { path: prefixed('image/png', png()) }],
  ])('but not %s', async (_, wishes) => {
    await editor.ok('documentAdd', form(wishes))
  })

  test('a body beyond everything', async () => {
    const { status } = await editor.call('documentAdd', form({ path: 'A'.repeat(1_000_000) }))
    expect(status).toBe(413)
  })

  test('the hundred-and-first document of a record', async () => {
    await testApp.pool.query(
      `insert into document_content values ('\\x00', 'image/png', '\\x00', now()) on conflict do nothing`,
    )
    await testApp.pool.query(
      `insert into document select gen_random_uuid(), 'customer', $1, 'Payslip', 'image/png', 1, '\\x00', 'staff', null, 'Folake', now(), null
       from generate_series(1, 100)`,
      [customer],
    )
    await editor.refused('documentAdd', form(), 'document.too_many')
  })
})

describe('a document opened', () => {
  test('comes as a download that no browser runs, and the view is noted', async () => {
    const { id } = await testApp
      .as('editor')
      .ok('documentAdd', form({ bytes: await pdf(), title: '../Ìwé.pdf' }))
    const auditor = await testApp.signIn('auditor@iroko.test')
    const answer = await fetched(id, auditor)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Ìwé'.normalize('NFC'))}.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'no-store',
    })
    const { rows } = await testApp.as('auditor').ok('auditList', { subjectType: 'document', subjectId: id })
    expect(rows).toMatchObject([
      { action: 'documentOpen', actorName: 'Ibrahim Danjuma', reason: 'Compare the pay' },
    ])
  })

  test('that is a photo no longer says where it was taken', async () => {
    const segments: [number, Buffer][] = [
      [0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif(1, '6.6018 N')])],
    ]
    const { id } = await testApp.as('editor').ok('documentAdd', form({ bytes: jpeg({ segments }) }))
    const { rawPayload } = await fetched(id, await testApp.signIn('auditor@iroko.test'))
    expect(rawPayload).toEqual(jpeg())
  })

  test('that was uploaded opens only for who may reveal personal data, with a reason', async () => {
    const { id } = await testApp.as('editor').ok('documentAdd', form())
    await testApp.as('editor').refused('documentOpen', { id, reason: 'I added it' }, 'document.reveal')
    const refused = await testApp.as('reviewer').refused('documentOpen', { id }, 'input.invalid')
    expect(refused.fields).toHaveProperty('reason')
    await testApp.as('reviewer').ok('documentOpen', { id, reason: 'Compare the pay' })
  })

  test('written by the program opens for every user who sees the record', async () => {
    const { id } = await recommended(testApp)
    await testApp.as('authorizer').ok('requestAuthorize', { id, version: 1 })
    const { rows } = await testApp.as('editor').ok('documentList', { subjectType: 'request', subjectId: id })
    const letter = rows.find(each => each.source === 'system')
    await testApp.as('editor').ok('documentOpen', { id: letter?.id ?? '' })
  })

  test('needs a session, and a document', async () => {
    const { id } = await testApp.as('editor').ok('documentAdd', form())
    expect((await fetched(id, testApp.stranger)).statusCode).toBe(401)
    await testApp.as('auditor').refused('documentOpen', { id: randomUUID() }, 'record.unknown')
  })
})

describe('a document taken out', () => {
  test('is removed from the list with a reason and stays stored', async () => {
    const { id } = await testApp.as('editor').ok('documentAdd', form())
    await testApp.as('editor').ok('documentRetire', { id, reason: 'belongs to another customer' })
    expect((await listed()).rows).toEqual([])
    expect((await fetched(id, await testApp.signIn('auditor@iroko.test'))).statusCode).toBe(200)
    const { rows } = await testApp
      .as('auditor')
      .ok('auditList', { subjectType: 'customer', subjectId: customer })
    expect(rows[0]).toMatchObject({
      action: 'documentRetire',
      reason: 'belongs to another customer',
      before: { document: id },
    })
    await testApp.as('editor').refused('documentRetire', { id, reason: 'once more' }, 'document.retired')
  })
})

describe('for other modules', () => {
  const inside = <T>(run: Parameters<typeof act<T>>[3]) => act(testApp.program, 'test', SYSTEM, run)
  const submitFile = (draft: string, bytes: Buffer, id = randomUUID()) =>
    inside(ctx =>
      documentsArchive.addDocument(
        { ...ctx, actor: undefined },
        {
          id,
          subject: ['draft', draft],
          title: 'Payslip',
          path: base64(bytes),
          source: 'applicant',
          byName: 'Applicant',
        },
      ),
    )

  test('documents of a draft move to its request', async () => {
    const [draft, request] = [randomUUID(), randomUUID()]
    const { id } = await submitFile(draft, png())
    await testApp.as('auditor').refused('documentOpen', { id }, 'record.unknown')
    await inside(ctx => documentsArchive.moveDocuments(ctx.tx, ['draft', draft], ['request', request]))
    const { rows } = await testApp
      .as('auditor')
      .ok('documentList', { subjectType: 'request', subjectId: request })
    expect(rows).toMatchObject([{ id, source: 'applicant', addedBy: 'Applicant' }])
  })

  test('a draft takes twenty documents and gives one back', async () => {
    const draft = randomUUID()
    const first = await submitFile(draft, png())
    for (let at = 1; at < 20; at++) await submitFile(draft, png())
    await expect(submitFile(draft, png())).rejects.toMatchObject({ code: 'document.too_many' })
    await inside(ctx => documentsArchive.removeDraftDocument(ctx, draft, first.id))
    await submitFile(draft, png())
    await expect(
      inside(ctx => documentsArchive.removeDraftDocument(ctx, randomUUID(), first.id)),
    ).rejects.toMatchObject({
      code: 'record.unknown',
    })
  })

  test('unsubmitted drafts are deleted with their contents; shared contents stay', async () => {
    const draft = randomUUID()
    await submitFile(draft, png({ width: 77 }))
    await submitFile(draft, png({ width: 78 }))
    const { sha256 } = await testApp.as('editor').ok('documentAdd', form({ bytes: png({ width: 78 }) }))
    testApp.clock.advance({ hours: 1 })
    await inside(ctx => documentsArchive.sweepDrafts(ctx.tx, ctx.now))
    const { rows } = await testApp.pool.query<{ sha256: string }>(
      `select encode(sha256, 'hex') as sha256 from document_content where sha256 not in (select sha256 from document)`,
    )
    expect(rows).toEqual([])
    expect(await inside(ctx => documentsArchive.listDocuments(ctx.tx, ['draft', draft]))).toEqual([])
    expect((await listed()).rows).toMatchObject([{ sha256 }])
  })

  test('a sweep waits for a file that is just coming in again', async () => {
    const [draft, bytes] = [randomUUID(), png({ width: 99 })]
    const { id } = await submitFile(draft, bytes)
    await inside(ctx => documentsArchive.removeDraftDocument(ctx, draft, id))
    const again = { id, subject: ['draft', draft], title: 'Payslip', path: base64(bytes) } as const
    let sweep: Promise<{ contents: bigint }> | undefined
    await inside(async ctx => {
      await documentsArchive.addDocument(ctx, { ...again, source: 'applicant', byName: 'Applicant' })
      sweep = inside(other => documentsArchive.sweepDrafts(other.tx, new Date(0)))
      await sleep(200)
    })
    expect(await sweep).toEqual({ documents: 0n, contents: 0n })
    expect(await inside(ctx => documentsArchive.listDocuments(ctx.tx, ['draft', draft]))).toHaveLength(1)
  })

  test('a letter Iroko wrote may be larger, and stays', async () => {
    const pages = Array.from({ length: 3 }, (_, at) => `Offer letter, page ${at + 1}`)
    const bytes = await pdf({ pages })
    const { id } = await inside(ctx =>
      documentsArchive.addSystemDocument(ctx, {
        subject: ['loan', customer],
        title: 'Offer letter',
        bytes,
        type: 'application/pdf',
      }),
    )
    const { rows } = await testApp
      .as('auditor')
      .ok('documentList', { subjectType: 'loan', subjectId: customer })
    expect(rows).toMatchObject([{ id, addedBy: 'Iroko', source: 'system' }])
    await testApp.as('editor').refused('documentRetire', { id, reason: 'not needed' }, 'document.own')
    const wrong = {
      subject: ['loan', customer] as const,
      title: 'Offer letter',
      bytes: office('docx'),
      type: 'application/pdf' as const,
    }
    await expect(inside(ctx => documentsArchive.addSystemDocument(ctx, wrong))).rejects.toThrow(
      'is no application/pdf',
    )
  })

  test('the owner of a record can refuse a document', async () => {
    const id = randomUUID()
    for (const subjectType of ['customer', 'request', 'loan'] as const) {
      const wanted = { ...form(), id, subjectType, subjectId: randomUUID() }
      await testApp.as('editor').refused('documentAdd', wanted, 'record.unknown')
    }
    await testApp.as('auditor').refused('documentOpen', { id }, 'record.unknown')
  })
})
