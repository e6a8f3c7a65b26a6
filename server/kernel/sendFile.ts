import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { type FileReply, StreamedFile } from '../../contract/endpoint.ts'

/** As a download that no browser runs or shows in our origin, whatever the bytes turn out to be. */
export function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  return (
    reply
      .type(file.type)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      // who may frame it does not fall back to what it may load
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      .send(file instanceof StreamedFile ? Readable.from(file.pieces) : Buffer.from(file.bytes))
  )
}
