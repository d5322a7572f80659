import { toSentence } from './input/validation-messages.ts'

/** Kinds of errors, one per HTTP status; `STATUS_OF` maps them. */
export type ErrorKind =
  | 'bad-request'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'too-slow'
  | 'conflict'
  | 'too-large'
  | 'unsupported'
  | 'too-many'
  | 'headers-too-large'
  | 'unavailable'

export type Issue = { path: string; message: string }

/** An error that callers may see: kind, code and message in one object. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly issues: Issue[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** Time at which the reason for the rejection ends (ISO 8601). */
  readonly until: string | undefined

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    more: { issues?: Issue[]; retryAfterSeconds?: number; until?: string; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.name = 'AppError'
    this.kind = kind
    this.code = code
    this.issues = more.issues
    this.retryAfterSeconds = more.retryAfterSeconds
    this.until = more.until
  }
}

/** Returns one sentence unchanged, and joins several with full stops. */
const joinSentences = (sentences: readonly string[]): string =>
  sentences.length === 1
    ? (sentences[0] ?? '')
    : [...new Set(sentences)].map((sentence) => sentence.replace(/[.!]?$/, '.')).join(' ')

/** 400: the request itself is invalid; `issues` name the fields. */
export const badRequest = (code: string, message: string, issues?: Issue[]) =>
  new AppError('bad-request', code, message, issues ? { issues } : {})
/**
 * 400 about fields, each with its path as zod names it (`classification.0.carId`) and a message.
 *
 * The message is a sentence, or the end of one that starts with the field's name (`must be …`).
 */
export const badFields = (fieldIssues: readonly Issue[]) => {
  const issues = fieldIssues.map(({ path, message }) => ({ path, message: toSentence(path, message) }))
  return badRequest('BAD_REQUEST', joinSentences(issues.map(({ message }) => message)), issues)
}
export const badField = (path: string, message: string) => badFields([{ path, message }])
/** 401: not signed in, or an invalid proof of identity. */
export const unauthorized = (code = 'UNAUTHORIZED', message = 'Unauthorized') =>
  new AppError('unauthorized', code, message)
/** 403: the caller is known but not allowed. Resources of another user are 404 instead. */
export const forbidden = (code: string, message: string, until?: string) =>
  new AppError('forbidden', code, message, until === undefined ? {} : { until })
/** 404: the resource does not exist, or the caller may not see it. */
export const notFound = (code: string, message: string) => new AppError('not-found', code, message)
/** 409: a valid request that conflicts with the current state: a lock, a duplicate, a result. */
export const conflict = (code: string, message: string) => new AppError('conflict', code, message)
/** 413: larger than any legitimate request. */
export const tooLarge = (message = 'The request is too large.') => new AppError('too-large', 'TOO_LARGE', message)
/** 429 with `Retry-After`, in whole seconds. */
export const tooMany = (message: string, retryAfterSeconds: number, code = 'TOO_MANY_REQUESTS') =>
  new AppError('too-many', code, message, { retryAfterSeconds })
/** 503 with `Retry-After`, in whole seconds: a dependency does not reply. */
export const unavailable = (message: string, retryAfterSeconds = 1) =>
  new AppError('unavailable', 'UNAVAILABLE', message, { retryAfterSeconds })
/** 503 with `Retry-After`: more requests than can be handled in time. */
export const overloaded = (message: string, retryAfterSeconds: number) =>
  new AppError('unavailable', 'OVERLOADED', message, { retryAfterSeconds })
/** 503 because another service does not reply; the cause is logged, but not sent to the caller. */
export const busy = (cause: unknown) =>
  new AppError('unavailable', 'UNAVAILABLE', 'The service is busy. Please try again.', { retryAfterSeconds: 1, cause })

export const STATUS_OF: Record<ErrorKind, number> = {
  'bad-request': 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  'too-slow': 408,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  'too-many': 429,
  'headers-too-large': 431,
  unavailable: 503,
}
