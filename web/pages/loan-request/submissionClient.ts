import { DOCUMENT_MESSAGES } from '../../../contract/documents.ts'
import type { Reply } from '../../../contract/endpoint.ts'
import { publicRequestApi } from '../../../contract/publicRequests.ts'
import { ApiError, call } from '../../call.ts'
import { fileProblem, readBase64, typeOf } from '../../parts/documentFile.ts'
import { shrinkImage } from '../../parts/shrinkImage.ts'
import { toWire } from './answers.ts'
import type { StoredFile } from './draft.ts'
import type { DraftStore } from './draftStore.ts'
import { createProver } from './proof.ts'
import type { PublicPage } from './steps.ts'

export type UploadFile = StoredFile & {
  readonly state: 'preparing' | 'waiting' | 'sending' | 'sent' | 'failed'
  /** Uploaded share, from 0 to 1. */
  readonly share: number
  readonly problem?: string | undefined
}

export type Uploads = {
  readonly files: readonly UploadFile[]
  /** A message about background work for the applicant. */
  readonly news: string | undefined
}

/**
 * Sends a request to the server: proof of work, draft, files one by one, submission.
 * Every call has its id before it starts, so a retry after a lost connection is idempotent.
 */
export class SubmissionClient {
  #uploads: Uploads
  readonly #drafts: DraftStore
  readonly #page: PublicPage
  readonly #website: () => string
  readonly #prover: ReturnType<typeof createProver>
  readonly #listeners = new Set<() => void>()
  /** File contents of this visit, to fill a new draft if the old one has expired. */
  readonly #contents = new Map<string, string>()
  #attempt: { id: string; proof: string } | undefined
  #opening: Promise<string> | undefined
  #queue: Promise<void> = Promise.resolve()

  constructor(drafts: DraftStore, page: PublicPage, website: () => string) {
    this.#drafts = drafts
    this.#page = page
    this.#website = website
    this.#prover = createProver(page.proofOfWork)
    const files = drafts.get().files.map(file => ({ ...file, state: 'sent' as const, share: 1 }))
    this.#uploads = { files, news: undefined }
  }

  readonly get = (): Uploads => this.#uploads
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts the proof of work in the background. */
  prepare(): void {
    if (!this.#drafts.get().draftId) this.#prover.prove().catch(() => undefined)
  }

  /** Opens the server draft on first use. Concurrent calls share one draft. */
  open(): Promise<string> {
    const { draftId } = this.#drafts.get()
    if (draftId) return Promise.resolve(draftId)
    this.#opening ??= this.#openNew(true).finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async addFile(title: string, chosen: File): Promise<void> {
    const id = crypto.randomUUID()
    const file = {
      id,
      title,
      fileName: chosen.name,
      bytes: chosen.size,
      state: 'preparing',
      share: 0,
    } as const
    this.#put({ files: [...this.#uploads.files, file], news: undefined })
    const fitting = await fitFile(chosen)
    if (typeof fitting === 'string') return this.#mark(id, { state: 'failed', problem: fitting })
    this.#contents.set(id, await readBase64(fitting))
    this.#mark(id, { fileName: fitting.name, bytes: fitting.size })
    await this.retryFile(id)
  }

  /** Uploads files one after the other, which is faster on a slow connection. */
  retryFile(id: string): Promise<void> {
    this.#mark(id, { state: 'waiting', problem: undefined })
    this.#queue = this.#queue.then(() => this.#sendFile(id))
    return this.#queue
  }

  /** False if the file was rejected or must be chosen again. */
  canRetry = (id: string): boolean => this.#contents.has(id)

  /** Retries failed files after reconnecting. */
  retryAll(): void {
    for (const { id, state } of this.#uploads.files)
      if (state === 'failed' && this.#contents.has(id)) void this.retryFile(id)
  }

  async removeFile(id: string): Promise<void> {
    const isSent = this.#uploads.files.some(file => file.id === id && file.state === 'sent')
    const { draftId } = this.#drafts.get()
    try {
      if (isSent && draftId) await call(publicRequestApi.draftDocumentRemove, { draftId, id })
    } catch (error) {
      if (!isCode(error, 'draft.unknown')) return this.#put({ news: errorText(error) })
    }
    this.#contents.delete(id)
    this.#put({ files: this.#uploads.files.filter(file => file.id !== id) })
  }

  sendPhoneCode(): Promise<Reply<typeof publicRequestApi.phoneCodeSend>> {
    const { phone } = this.#drafts.get().answers
    return this.#withDraft(draftId => call(publicRequestApi.phoneCodeSend, { draftId, phone }))
  }

  /** Submits after pending files. The request id makes a retry idempotent. */
  async submit(phoneCode: string): Promise<Reply<typeof publicRequestApi.requestSubmit>> {
    await this.#queue
    const { requestId: id, answers, officerCode, agreedTo } = this.#drafts.get()
    const application = toWire(answers, agreedTo ?? this.#page.consent.version, officerCode)
    return this.#withDraft(draftId =>
      call(publicRequestApi.requestSubmit, { id, draftId, application, phoneCode }),
    )
  }

  #put(change: Partial<Uploads>): void {
    this.#uploads = { ...this.#uploads, ...change }
    const stored = this.#drafts.get().files
    const sent = this.#uploads.files.filter(file => file.state === 'sent')
    if (sent.length !== stored.length || sent.some((file, place) => file.id !== stored[place]?.id))
      this.#drafts.change({
        files: sent.map(({ id, title, fileName, bytes }) => ({ id, title, fileName, bytes })),
      })
    for (const listener of this.#listeners) listener()
  }

  #mark(id: string, change: Partial<UploadFile>): void {
    this.#put({ files: this.#uploads.files.map(file => (file.id === id ? { ...file, ...change } : file)) })
  }

  async #openNew(mayProveAgain: boolean): Promise<string> {
    this.#attempt ??= { id: crypto.randomUUID(), proof: await this.#prover.take() }
    const { id, proof } = this.#attempt
    try {
      await call(publicRequestApi.draftOpen, { id, proof, website: this.#website() }, { idempotencyKey: id })
    } catch (error) {
      // a lost reply is retried with the same proof; a rejected proof cannot be used again
      if (isTransientError(error)) throw error
      this.#attempt = undefined
      if (mayProveAgain && isCode(error, 'draft.robot')) return this.#openNew(false)
      throw error
    }
    this.#attempt = undefined
    this.#drafts.change({ draftId: id })
    return id
  }

  async #withDraft<T>(act: (draftId: string) => Promise<T>): Promise<T> {
    const draftId = await this.open()
    try {
      return await act(draftId)
    } catch (error) {
      if (!isCode(error, 'draft.unknown')) throw error
      await this.#reopen(draftId)
      return act(await this.open())
    }
  }

  /** Opens a new draft after the old one expired, and uploads the files that are still in memory. */
  async #reopen(forgotten: string): Promise<void> {
    if (this.#drafts.get().draftId !== forgotten) return
    this.#drafts.change({ draftId: null })
    const sent = this.#uploads.files.filter(file => file.state === 'sent')
    const lost = sent.filter(file => !this.#contents.has(file.id))
    this.#put({ files: this.#uploads.files.filter(file => !lost.includes(file)) })
    const draftId = await this.open()
    for (const file of sent) if (!lost.includes(file)) await this.#sendAgain(draftId, file)
    this.#put({ news: reopenedMessage(sent.length - lost.length, lost) })
  }

  /** Uses a new id, because the old one belongs to the expired draft. */
  async #sendAgain(draftId: string, { id: old, title }: UploadFile): Promise<void> {
    const path = this.#contents.get(old) ?? ''
    const id = crypto.randomUUID()
    this.#contents.set(id, path)
    this.#contents.delete(old)
    this.#mark(old, { id, state: 'sending' })
    try {
      await call(publicRequestApi.draftDocumentAdd, { draftId, id, title, path })
      this.#mark(id, { state: 'sent' })
    } catch (error) {
      this.#mark(id, { state: 'failed', problem: errorText(error, ['path', 'title']) })
      throw error
    }
  }

  async #sendFile(id: string): Promise<void> {
    const file = this.#uploads.files.find(each => each.id === id)
    const path = this.#contents.get(id)
    if (!file || path === undefined) return
    this.#mark(id, { state: 'sending', share: 0 })
    try {
      const onProgress = (share: number): void => this.#mark(id, { share })
      await this.#withDraft(draftId =>
        call(publicRequestApi.draftDocumentAdd, { draftId, id, title: file.title, path }, { onProgress }),
      )
      this.#mark(id, { state: 'sent', share: 1 })
    } catch (error) {
      this.#mark(id, { state: 'failed', problem: errorText(error, ['path', 'title']) })
    }
  }
}

/** Returns the file to upload, or its error. Photos that are too large are reduced. */
export async function fitFile(chosen: File): Promise<File | string> {
  const problem = fileProblem(chosen)
  if (problem !== DOCUMENT_MESSAGES.tooLarge || !typeOf(chosen)?.startsWith('image/'))
    return problem ?? chosen
  return (await shrinkImage(chosen)) ?? problem
}

function reopenedMessage(resent: number, lost: readonly StoredFile[]): string {
  const again = resent > 0 ? ' and uploaded your files again' : ''
  const missing = lost.length > 0 ? ` Please upload again: ${lost.map(file => file.title).join(', ')}.` : ''
  return `Your draft had expired, so we opened a new one${again}.${missing}`
}

const isCode = (error: unknown, code: ApiError['code']): boolean =>
  error instanceof ApiError && error.code === code

const TRANSIENT: readonly ApiError['code'][] = ['network.unreachable', 'server.unavailable', 'server.busy']
/** True if a retry may succeed: no connection, or the server is unavailable or busy. */
export const isTransientError = (error: unknown): boolean =>
  error instanceof ApiError && TRANSIENT.includes(error.code)

/** The error text to show: that of one of these fields if there is one, otherwise the whole message. */
export function errorText(error: unknown, fields: readonly string[] = []): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Try again.'
  return fields.map(field => error.fields?.[field]).find(Boolean) ?? error.message
}
