import type { ErrorBody } from '@purple-sector/contracts/common'
import { isConflictOfTransactions, isConnectionFailure } from '@purple-sector/database'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError, badFields, badRequest, busy, type Issue, notFound, STATUS_OF } from '../errors.ts'
import { drainRequestBody } from './drain-request-body.ts'

const KIND_BY_STATUS: Record<number, AppError['kind']> = {
  400: 'bad-request',
  404: 'not-found',
  413: 'too-large',
  415: 'unsupported',
  429: 'too-many',
  503: 'unavailable',
}

/** Replaces Fastify's messages (invalid JSON, wrong content length), which address the developer of a client. */
const parseErrorMessage = ({ code, message }: FastifyError): string =>
  /multipart|form\b|part header/i.test(`${code} ${message}`)
    ? 'The request cannot be read.'
    : 'The request cannot be read. It must be complete JSON.'

/** Postgres reports `22003` for a number beyond every id and `22021` for text it cannot store. */
const sqlState = (error: unknown): string | undefined =>
  error !== null && typeof error === 'object' && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/** Returns the first issue of each field: further issues of a value of the wrong type are redundant. */
const fieldIssues = (error: FastifyError): Issue[] => {
  const issues = (error.validation ?? []).map(({ instancePath, message }) => ({
    path: instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body',
    message: message ?? 'is not right',
  }))
  return [...new Map(issues.toReversed().map((issue) => [issue.path, issue])).values()].toReversed()
}

/** Converts an error to one that the caller may see; undefined for internal errors (500). */
export const asAppError = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return badFields(fieldIssues(error as FastifyError))
  if (isConnectionFailure(error) || isConflictOfTransactions(error)) return busy(error)
  const state = sqlState(error)
  if (state === '22003') return notFound('NOT_FOUND', 'There’s nothing at this address.')
  if (state === '22021' || state === '22P05')
    return badRequest('BAD_REQUEST', 'The request has text that cannot be stored.')
  const status = (error as FastifyError).statusCode
  const kind = status === undefined ? undefined : KIND_BY_STATUS[status]
  if (!kind) return undefined
  const code = kind === 'bad-request' ? 'BAD_REQUEST' : kind.toUpperCase().replaceAll('-', '_')
  const message = kind === 'bad-request' ? parseErrorMessage(error as FastifyError) : (error as FastifyError).message
  return new AppError(kind, code, message, kind === 'bad-request' ? { issues: [{ path: 'body', message }] } : {})
}

/** Converts errors to replies, the only place that does. A 5xx never leaks internals. */
export const replyToError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const appError = asAppError(error)
  // Without the query, because it contains the secrets of links.
  const path = request.url.split('?')[0]
  if (!appError)
    request.log.error(
      { event: 'request.failed', err: error, requestId: request.id, method: request.method, path },
      'Request failed',
    )
  const body: ErrorBody = {
    code: appError?.code ?? 'INTERNAL',
    message: appError?.message ?? 'Something went wrong on our side. Please try again.',
    requestId: request.id,
    ...(appError?.issues ? { issues: appError.issues } : {}),
    ...(appError?.until ? { until: appError.until } : {}),
  }
  if (appError?.kind === 'too-large') drainRequestBody(request.raw)
  if (appError?.retryAfterSeconds !== undefined) reply.header('retry-after', String(appError.retryAfterSeconds))
  reply
    .code(appError ? STATUS_OF[appError.kind] : 500)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}
