import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Shorter texts are not compressed: that would not save a packet. */
const MIN_COMPRESSED_LENGTH = 1_000
/** Brotli quality that compresses as well as gzip in half its time. */
const QUALITY = { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } }

const brotli = promisify(brotliCompress)
const gzipText = promisify(gzip)

export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Compresses a text. */
export const compress = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? brotli(text, QUALITY) : gzipText(text)

/** Chooses the encoding that the client prefers; undefined if it accepts none of ours. */
export const encodingFor = ({ headers }: FastifyRequest): Encoding | undefined => {
  const chosen = negotiate(String(headers['accept-encoding'] ?? ''), [...ENCODINGS])
  return ENCODINGS.find((encoding) => encoding === chosen)
}

/** Compresses a reply's body with the encoding that the client accepts; sets `content-encoding`. */
export const compressBody = async (
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<string | Buffer> => {
  const encoding = text.length < MIN_COMPRESSED_LENGTH ? undefined : encodingFor(request)
  if (encoding === undefined) return text
  reply.header('content-encoding', encoding)
  return compress(text, encoding)
}
