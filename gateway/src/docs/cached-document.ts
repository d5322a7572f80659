import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, isNotModified } from '../reads/validators.ts'
import { compress, ENCODINGS, type Encoding, encodingFor } from '../static/compression.ts'

type EncodedDocument = { bytes: Buffer; etag: string; encoding: Encoding | undefined }
/** The bytes of a document: plain, and in each encoding. */
export type CachedDocument = readonly EncodedDocument[]

const encodeDocument = (bytes: Buffer, encoding?: Encoding): EncodedDocument => ({
  bytes,
  etag: etagOf(bytes),
  encoding,
})

/** Serializes and compresses a document once for all clients. */
export const createCachedDocument = async (document: unknown): Promise<CachedDocument> => {
  const text = JSON.stringify(document)
  const variants = ENCODINGS.map(async (encoding) => encodeDocument(await compress(text, encoding), encoding))
  return [encodeDocument(Buffer.from(text)), ...(await Promise.all(variants))]
}

/** Sends the encoding that the client accepts; 304 if its copy is valid. Clients always revalidate copies. */
export const sendDocument = (
  request: FastifyRequest,
  reply: FastifyReply,
  { document, type }: { document: CachedDocument; type: string },
): FastifyReply => {
  const acceptedEncoding = encodingFor(request)
  const encoded = document.find(({ encoding }) => encoding === acceptedEncoding) ?? document[0]
  if (!encoded) throw new Error('A document without any encoding')
  const { bytes, etag, encoding } = encoded
  void reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'public, no-cache' })
  if (isNotModified(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== undefined) void reply.header('content-encoding', encoding)
  return reply.type(type).send(bytes)
}
