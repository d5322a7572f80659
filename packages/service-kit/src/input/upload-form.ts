import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, badField, tooLarge } from '../errors.ts'

/** Allowance of a form besides its file: names, boundaries, fields. */
const OVERHEAD_BYTES = 64 * 1024

/** Limits per part; the total is counted while it arrives. */
const limitsOf = (fileBytes: number) => ({
  fileSize: fileBytes,
  files: 1,
  fields: 10,
  parts: 11,
  fieldNameSize: 100,
  fieldSize: 1_000,
  headerPairs: 20,
  headerSize: 8 * 1024,
})

/** A parsed form: the file, whatever its field is called, and the texts of the other fields. */
export type UploadForm = { file: Buffer | undefined; fields: ReadonlyMap<string, unknown> }

/** Rejects when a form exceeds its total size, even before its first part or after the last allowed one. */
const rejectOversized = (request: IncomingMessage, formBytes: number): Promise<never> =>
  new Promise((_, reject) => {
    let received = 0
    request.on('data', ({ length }: Buffer) => {
      received += length
      if (received > formBytes) reject(tooLarge('The form is too large.'))
    })
  })

/** Converts the parser's errors to messages; any other parser error means an invalid form. */
const toAppError = (error: unknown, fileBytes: number): unknown => {
  if (!(error instanceof Error && 'statusCode' in error)) return badField('body', 'is no complete multipart form')
  if (error.statusCode !== 413 || !('code' in error)) return error
  return error.code === 'FST_REQ_FILE_TOO_LARGE'
    ? tooLarge(`The file is larger than ${fileBytes / 1_024 / 1_024} MB.`)
    : tooLarge('The form has too many parts.')
}

const readParts = async (request: FastifyRequest, fileBytes: number): Promise<UploadForm> => {
  let file: Buffer | undefined
  const fields = new Map<string, unknown>()
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = await part.toBuffer()
      else fields.set(part.fieldname, part.value)
    }
  } catch (error) {
    throw toAppError(error, fileBytes)
  }
  return { file, fields }
}

/**
 * Reads multipart forms with at most one file of `fileBytes` and ten short fields, in any order, into memory.
 *
 * `register` belongs into the plugin whose routes call `read`. Any other request is a 415, a 400 or a 413.
 */
export const uploadForms = ({ fileBytes }: { fileBytes: number }) => ({
  register: async (app: FastifyInstance): Promise<void> => {
    await app.register(multipart, { limits: limitsOf(fileBytes) })
  },
  async read(request: FastifyRequest): Promise<UploadForm> {
    if (!request.isMultipart())
      throw new AppError('unsupported', 'UNSUPPORTED', 'Send the file as multipart/form-data.')
    return Promise.race([readParts(request, fileBytes), rejectOversized(request.raw, fileBytes + OVERHEAD_BYTES)])
  },
})
