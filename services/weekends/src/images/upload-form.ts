import type { IncomingMessage } from 'node:http'
import { badField, tooLarge } from '@purple-sector/service-kit/errors'
import type { FastifyRequest } from 'fastify'
import { MAX_PICTURE_BYTES } from './picture.ts'

/** What a form has besides its picture: names, boundaries, the number of the session. */
const AROUND_BYTES = 64 * 1024
const MAX_FORM_BYTES = MAX_PICTURE_BYTES + AROUND_BYTES

/** Of each part; what all of them together may be is counted as it comes. */
export const formLimits = {
  fileSize: MAX_PICTURE_BYTES,
  files: 1,
  fields: 10,
  parts: 11,
  fieldNameSize: 100,
  fieldSize: 1_000,
  headerPairs: 20,
  headerSize: 8 * 1024,
}

export type UploadForm = { bytes?: Buffer; sentId?: unknown }

/** Rejects once more has come than a form may be: also before its first part, or behind one that is full already. */
const excess = (request: IncomingMessage): Promise<never> =>
  new Promise((_, reject) => {
    let received = 0
    request.on('data', ({ length }: Buffer) => {
      received += length
      if (received > MAX_FORM_BYTES) reject(tooLarge('The form is too large.'))
    })
  })

/** The parser's limits come with a status of their own; whatever else it stumbles over is no form. */
const readParts = async (request: FastifyRequest): Promise<UploadForm> => {
  const form: UploadForm = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') form.bytes = await part.toBuffer()
      else if (part.fieldname === 'raceId') form.sentId = part.value
    }
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error
    throw badField('body', 'is no complete multipart form')
  }
  return form
}

/** A multipart form of at most one file, by whatever name, and the number of a session, in whichever order they come. */
export const readUploadForm = (request: FastifyRequest): Promise<UploadForm> =>
  Promise.race([readParts(request), excess(request.raw)])
