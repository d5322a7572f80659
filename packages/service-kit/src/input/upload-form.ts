import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError, badField, tooLarge } from '../errors.ts'

/** What a form has besides its file: names, boundaries, fields. */
const AROUND_BYTES = 64 * 1024

/** Of each part; what all of them together may be is counted as it comes. */
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

/** A form as it was sent: the file, whatever its field is called, and the texts of the other fields. */
export type UploadForm = { file: Buffer | undefined; fields: ReadonlyMap<string, unknown> }

/** Rejects once more has come than a form may be: also before its first part, or behind one that is full already. */
const excess = (request: IncomingMessage, formBytes: number): Promise<never> =>
  new Promise((_, reject) => {
    let received = 0
    request.on('data', ({ length }: Buffer) => {
      received += length
      if (received > formBytes) reject(tooLarge('The form is too large.'))
    })
  })

/** The parser's limits in words; whatever else it stumbles over is no form. */
const refusalOf = (error: unknown, fileBytes: number): unknown => {
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
    throw refusalOf(error, fileBytes)
  }
  return { file, fields }
}

/**
 * Multipart forms of at most one file of `fileBytes` and ten short fields, in whichever order they come, held in memory.
 * `register` belongs into the plugin whose routes `read` them. What is no such form is a 415, a 400 or a 413.
 */
export const uploadForms = ({ fileBytes }: { fileBytes: number }) => ({
  register: async (app: FastifyInstance): Promise<void> => {
    await app.register(multipart, { limits: limitsOf(fileBytes) })
  },
  async read(request: FastifyRequest): Promise<UploadForm> {
    if (!request.isMultipart())
      throw new AppError('unsupported', 'UNSUPPORTED', 'Send the file as multipart/form-data.')
    return Promise.race([readParts(request, fileBytes), excess(request.raw, fileBytes + AROUND_BYTES)])
  },
})
