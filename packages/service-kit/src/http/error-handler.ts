import type { ErrorBody } from '@purple-sector/contracts/common'
import { isConflictOfTransactions, isConnectionFailure } from '@purple-sector/database'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { AppError, badFields, badRequest, busy, type Issue, notFound, STATUS_OF } from '../errors.ts'
import { drainRequestBody } from './drain-request-body.ts'

const OWN_CODE: Record<number, AppError['kind']> = {
  400: 'bad-request',
  404: 'not-found',
  413: 'too-large',
  415: 'unsupported',
  429: 'too-many',
  503: 'unavailable',
}

/** Fastify's own words are for who wrote the client: not JSON, a length that is not true. */
const notRead = ({ code, message }: FastifyError): string =>
  /multipart|form\b|part header/i.test(`${code} ${message}`)
    ? 'The request cannot be read.'
    : 'The request cannot be read. It must be complete JSON.'

/** Postgres says `22003` for a number no id can have and `22021` for text it cannot hold. */
const sqlState = (error: unknown): string | undefined =>
  error !== null && typeof error === 'object' && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/** The first of each field: what else is wrong with a value of the wrong kind says nothing. */
const fieldIssues = (error: FastifyError): Issue[] => {
  const issues = (error.validation ?? []).map(({ instancePath, message }) => ({
    path: instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body',
    message: message ?? 'is not right',
  }))
  return [...new Map(issues.toReversed().map((issue) => [issue.path, issue])).values()].toReversed()
}

/** The error as a caller may see it; undefined for what is nobody's business (500). */
export const asAppError = (error: unknown): AppError | undefined => {
  if (error instanceof AppError) return error
  if (hasZodFastifySchemaValidationErrors(error)) return badFields(fieldIssues(error as FastifyError))
  if (isConnectionFailure(error) || isConflictOfTransactions(error)) return busy(error)
  const state = sqlState(error)
  if (state === '22003') return notFound('NOT_FOUND', 'There’s nothing at this address.')
  if (state === '22021' || state === '22P05')
    return badRequest('BAD_REQUEST', 'The request has text that cannot be stored.')
  const status = (error as FastifyError).statusCode
  const kind = status === undefined ? undefined : OWN_CODE[status]
  if (!kind) return undefined
  const code = kind === 'bad-request' ? 'BAD_REQUEST' : kind.toUpperCase().replaceAll('-', '_')
  const message = kind === 'bad-request' ? notRead(error as FastifyError) : (error as FastifyError).message
  return new AppError(kind, code, message, kind === 'bad-request' ? { issues: [{ path: 'body', message }] } : {})
}

/** The one place where errors become replies. 5xx never leaks internals. */
export const replyToError = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
  const known = asAppError(error)
  // Without its query, where links carry their secrets.
  const path = request.url.split('?')[0]
  if (!known) request.log.error({ err: error, requestId: request.id, method: request.method, path }, 'request failed')
  const body: ErrorBody = {
    code: known?.code ?? 'INTERNAL',
    message: known?.message ?? 'Something went wrong on our side. Please try again.',
    requestId: request.id,
    ...(known?.issues ? { issues: known.issues } : {}),
    ...(known?.until ? { until: known.until } : {}),
  }
  if (known?.kind === 'too-large') drainRequestBody(request.raw)
  if (known?.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.retryAfterSeconds))
  reply
    .code(known ? STATUS_OF[known.kind] : 500)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}
