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

export type CarriedFile = StoredFile & {
  readonly state: 'preparing' | 'waiting' | 'sending' | 'sent' | 'failed'
  /** How much has been sent, from 0 to 1. */
  readonly share: number
  readonly problem?: string | undefined
}

export type Bag = {
  readonly files: readonly CarriedFile[]
  /** What happened in the background and a person should know, in a sentence or two. */
  readonly news: string | undefined
}

/**
 * Carries a request to the server: proves that a person is here, opens the draft, sends files one by one, submits.
 * Every act has its id before it begins, so trying again after a lost line is the same act.
 */
export class SubmissionClient {
  #bag: Bag
  readonly #drafts: DraftStore
  readonly #page: PublicPage
  readonly #website: () => string
  readonly #prover: ReturnType<typeof createProver>
  readonly #listeners = new Set<() => void>()
  /** Contents of this visit, so that a draft that expired can be filled again unasked. */
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
    this.#bag = { files, news: undefined }
  }

  readonly get = (): Bag => this.#bag
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins the proof while the person goes on reading. */
  prepare(): void {
    if (!this.#drafts.get().draftId) this.#prover.prove().catch(() => undefined)
  }

  /** The server's draft, opened at the first need; two needs at once open one. */
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
    this.#put({ files: [...this.#bag.files, file], news: undefined })
    const fitting = await madeToFit(chosen)
    if (typeof fitting === 'string') return this.#mark(id, { state: 'failed', problem: fitting })
    this.#contents.set(id, await readBase64(fitting))
    this.#mark(id, { fileName: fitting.name, bytes: fitting.size })
    await this.retryFile(id)
  }

  /** One after the other: on a weak line two files at once are two files late. */
  retryFile(id: string): Promise<void> {
    this.#mark(id, { state: 'waiting', problem: undefined })
    this.#queue = this.#queue.then(() => this.#sendFile(id))
    return this.#queue
  }

  /** False when the file was refused for what it is, or must be chosen again. */
  canRetry = (id: string): boolean => this.#contents.has(id)

  /** After the line came back. */
  retryAll(): void {
    for (const { id, state } of this.#bag.files)
      if (state === 'failed' && this.#contents.has(id)) void this.retryFile(id)
  }

  async removeFile(id: string): Promise<void> {
    const isSent = this.#bag.files.some(file => file.id === id && file.state === 'sent')
    const { draftId } = this.#drafts.get()
    try {
      if (isSent && draftId) await call(publicRequestApi.draftDocumentRemove, { draftId, id })
    } catch (error) {
      if (!isCode(error, 'draft.unknown')) return this.#put({ news: wordsOf(error) })
    }
    this.#contents.delete(id)
    this.#put({ files: this.#bag.files.filter(file => file.id !== id) })
  }

  sendPhoneCode(): Promise<Reply<typeof publicRequestApi.phoneCodeSend>> {
    const { phone } = this.#drafts.get().answers
    return this.#withDraft(draftId => call(publicRequestApi.phoneCodeSend, { draftId, phone }))
  }

  /** Files under way arrive first; the request's own id makes a repeat the same request. */
  async submit(phoneCode: string): Promise<Reply<typeof publicRequestApi.requestSubmit>> {
    await this.#queue
    const { requestId: id, answers, officerCode, agreedTo } = this.#drafts.get()
    const application = toWire(answers, agreedTo ?? this.#page.consent.version, officerCode)
    return this.#withDraft(draftId =>
      call(publicRequestApi.requestSubmit, { id, draftId, application, phoneCode }),
    )
  }

  #put(change: Partial<Bag>): void {
    this.#bag = { ...this.#bag, ...change }
    const stored = this.#drafts.get().files
    const sent = this.#bag.files.filter(file => file.state === 'sent')
    if (sent.length !== stored.length || sent.some((file, place) => file.id !== stored[place]?.id))
      this.#drafts.change({
        files: sent.map(({ id, title, fileName, bytes }) => ({ id, title, fileName, bytes })),
      })
    for (const listener of this.#listeners) listener()
  }

  #mark(id: string, change: Partial<CarriedFile>): void {
    this.#put({ files: this.#bag.files.map(file => (file.id === id ? { ...file, ...change } : file)) })
  }

  async #openNew(mayProveAgain: boolean): Promise<string> {
    this.#attempt ??= { id: crypto.randomUUID(), proof: await this.#prover.take() }
    const { id, proof } = this.#attempt
    try {
      await call(publicRequestApi.draftOpen, { id, proof, website: this.#website() }, { idempotencyKey: id })
    } catch (error) {
      // a lost answer is asked for again with the same proof; a refused proof is spent
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

  /** The server forgot the draft: a new one gets the files again, as far as they are still at hand. */
  async #reopen(forgotten: string): Promise<void> {
    if (this.#drafts.get().draftId !== forgotten) return
    this.#drafts.change({ draftId: null })
    const sent = this.#bag.files.filter(file => file.state === 'sent')
    const lost = sent.filter(file => !this.#contents.has(file.id))
    this.#put({ files: this.#bag.files.filter(file => !lost.includes(file)) })
    const draftId = await this.open()
    for (const file of sent) if (!lost.includes(file)) await this.#sendAgain(draftId, file)
    this.#put({ news: newsOfReopening(sent.length - lost.length, lost) })
  }

  /** Under a new id, because the old one belongs to what was forgotten. */
  async #sendAgain(draftId: string, { id: old, title }: CarriedFile): Promise<void> {
    const path = this.#contents.get(old) ?? ''
    const id = crypto.randomUUID()
    this.#contents.set(id, path)
    this.#contents.delete(old)
    this.#mark(old, { id, state: 'sending' })
    try {
      await call(publicRequestApi.draftDocumentAdd, { draftId, id, title, path })
      this.#mark(id, { state: 'sent' })
    } catch (error) {
      this.#mark(id, { state: 'failed', problem: wordsOf(error, ['path', 'title']) })
      throw error
    }
  }

  async #sendFile(id: string): Promise<void> {
    const file = this.#bag.files.find(each => each.id === id)
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
      this.#mark(id, { state: 'failed', problem: wordsOf(error, ['path', 'title']) })
    }
  }
}

/** The file as it can be sent, or what is wrong with it. Photos are made to fit; anything else is as it is. */
export async function madeToFit(chosen: File): Promise<File | string> {
  const problem = fileProblem(chosen)
  if (problem !== DOCUMENT_MESSAGES.tooLarge || !typeOf(chosen)?.startsWith('image/'))
    return problem ?? chosen
  return (await shrinkImage(chosen)) ?? problem
}

function newsOfReopening(resent: number, lost: readonly StoredFile[]): string {
  const again = resent > 0 ? ' and sent your files again' : ''
  const missing = lost.length > 0 ? ` Please add again: ${lost.map(file => file.title).join(', ')}.` : ''
  return `Your draft had expired, so we opened a new one${again}.${missing}`
}

const isCode = (error: unknown, code: ApiError['code']): boolean =>
  error instanceof ApiError && error.code === code

const PASSING: readonly ApiError['code'][] = ['network.unreachable', 'server.unavailable', 'server.busy']
/** A lost line or a server that is just away or has too much to do: the same again may do. */
export const isTransientError = (error: unknown): boolean =>
  error instanceof ApiError && PASSING.includes(error.code)

/** What to tell a person: the word on one of these fields if there is one, else the whole sentence. */
export function wordsOf(error: unknown, fields: readonly string[] = []): string {
  if (!(error instanceof ApiError)) return 'Something went wrong on this page. Try again.'
  return fields.map(field => error.fields?.[field]).find(Boolean) ?? error.message
}
