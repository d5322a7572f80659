import formbody from '@fastify/formbody'
import { type AppError, STATUS_OF } from '@purple-sector/service-kit/errors'
import { asAppError, replyToError } from '@purple-sector/service-kit/http/error-handler'
import { sendPage } from '@purple-sector/service-kit/http/page/frame'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** A form without script was posted: it is answered by pages and redirects, not by JSON. */
export const isForm = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'

/** A person in front of a browser reads the answer. */
export const wantsPage = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') ?? false

const formFields = z.record(z.string(), z.unknown()).catch({})

/** The text fields of a form that could not be used. */
export const fieldsOf = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(formFields.parse(request.body)).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )

/** A field left empty was not filled in. Passwords and addresses stay, so that the rules speak about them. */
const withoutEmptyOptions = async (request: FastifyRequest): Promise<void> => {
  if (!isForm(request)) return
  const { username, ...fields } = formFields.parse(request.body)
  request.body = username === '' || username === undefined ? fields : { ...fields, username }
}

/** What such a route takes, for those who read about it. */
export const CONSUMES = ['application/json', 'application/x-www-form-urlencoded']

/** Lets the routes of this scope take forms besides JSON. */
export const acceptForms = (app: FastifyInstance): void => {
  app.register(formbody, { bodyLimit: 16_384 })
  app.addHook('preValidation', withoutEmptyOptions)
}

const messageOf = (error: AppError): string => error.issues?.[0]?.message ?? error.message

/** A route's error handler: forms get the page again with what went wrong, everybody else the usual body. */
export const formErrors =
  (page: (request: FastifyRequest, message: string) => string) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const known = isForm(request) || (request.method === 'GET' && wantsPage(request)) ? asAppError(error) : undefined
    if (!known) {
      replyToError(error, request, reply)
      return
    }
    if (known.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds))
    sendPage(reply, STATUS_OF[known.kind], page(request, messageOf(known)))
  }
