import formbody from '@fastify/formbody'
import { type AppError, STATUS_OF } from '@purple-sector/service-kit/errors'
import { asAppError, replyToError } from '@purple-sector/service-kit/http/error-handler'
import { sendPage } from '@purple-sector/service-kit/http/page/render-page'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

/** Whether a form without script was posted; its replies are pages and redirects instead of JSON. */
export const isForm = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'application/x-www-form-urlencoded'

/** Whether the request accepts an HTML page as reply. */
export const acceptsHtml = (request: FastifyRequest): boolean => request.headers.accept?.includes('text/html') ?? false

const formFields = z.record(z.string(), z.unknown()).catch({})

/** Returns the text fields of a rejected form. */
export const fieldsOf = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(formFields.parse(request.body)).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )

/** Removes an empty username. Empty passwords and addresses stay, so that validation reports them. */
const withoutEmptyOptions = async (request: FastifyRequest): Promise<void> => {
  if (!isForm(request)) return
  const { username, ...fields } = formFields.parse(request.body)
  request.body = username === '' || username === undefined ? fields : { ...fields, username }
}

/** Makes the routes of this scope accept forms besides JSON. */
export const acceptForms = (app: FastifyInstance): void => {
  app.register(formbody, { bodyLimit: 16_384 })
  app.addHook('preValidation', withoutEmptyOptions)
}

const messageOf = (error: AppError): string => error.issues?.[0]?.message ?? error.message

/**
 * Creates a route's error handler: a form gets its page again with the message, another request the usual error body.
 */
export const formErrors =
  (page: (request: FastifyRequest, message: string) => string) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const appError =
      isForm(request) || (request.method === 'GET' && acceptsHtml(request)) ? asAppError(error) : undefined
    if (!appError) {
      replyToError(error, request, reply)
      return
    }
    if (appError.retryAfterSeconds !== undefined) reply.header('retry-after', String(appError.retryAfterSeconds))
    sendPage(reply, STATUS_OF[appError.kind], page(request, messageOf(appError)))
  }
