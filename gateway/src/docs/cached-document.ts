import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, isNotModified } from '../reads/validators.ts'
import { compress, ENCODINGS, type Encoding, encodingFor } from '../static/compressed.ts'

type Form = { bytes: Buffer; etag: string; encoding: Encoding | undefined }
/** A document as it is sent: plain, and in each encoding. */
export type CachedDocument = readonly Form[]

const formOf = (bytes: Buffer, encoding?: Encoding): Form => ({ bytes, etag: etagOf(bytes), encoding })

/** Serializes and compresses a document once for all clients. */
export const createCachedDocument = async (document: unknown): Promise<CachedDocument> => {
  const text = JSON.stringify(document)
  const encoded = ENCODINGS.map(async (encoding) => formOf(await compress(text, encoding), encoding))
  return [formOf(Buffer.from(text)), ...(await Promise.all(encoded))]
}

/** Answers with the encoding that the client accepts; 304 where its copy is valid. Copies are always revalidated. */
export const answerDocument = (
  request: FastifyRequest,
  reply: FastifyReply,
  { document, type }: { document: CachedDocument; type: string },
): FastifyReply => {
  const wanted = encodingFor(request)
  const form = document.find(({ encoding }) => encoding === wanted) ?? document[0]
  if (!form) throw new Error('A document without a form')
  const { bytes, etag, encoding } = form
  void reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'public, no-cache' })
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== undefined) void reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes)
}
