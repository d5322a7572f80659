import { toSentence } from './input/validation-messages.ts'

/** What went wrong, in the words of HTTP's families; `app.ts` maps a kind to its status in one place. */
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

/** An error that a caller may see: kind, code and message in one object. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly issues: Issue[] | undefined
  readonly retryAfterSeconds: number | undefined
  /** When what holds against the caller ends. */
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

/** One sentence as it is; several with their stops. */
const joined = (sentences: readonly string[]): string =>
  sentences.length === 1
    ? (sentences[0] ?? '')
    : [...new Set(sentences)].map((sentence) => sentence.replace(/[.!]?$/, '.')).join(' ')

/** 400: the request itself is wrong; `issues` name the fields. */
export const badRequest = (code: string, message: string, issues?: Issue[]) =>
  new AppError('bad-request', code, message, issues ? { issues } : {})
/**
 * A 400 about fields, each with its path as zod names it (`classification.0.carId`) and what is wrong: a sentence, or the
 * end of one that begins with the field's name (`must be …`).
 */
export const badFields = (found: readonly Issue[]) => {
  const issues = found.map(({ path, message }) => ({ path, message: toSentence(path, message) }))
  return badRequest('BAD_REQUEST', joined(issues.map(({ message }) => message)), issues)
}
export const badField = (path: string, message: string) => badFields([{ path, message }])
/** 401: nobody is signed in, or the proof of it is wrong. */
export const unauthorized = (code = 'UNAUTHORIZED', message = 'Unauthorized') =>
  new AppError('unauthorized', code, message)
/** 403: known who it is, and not theirs to do. What belongs to another user is 404 instead. */
export const forbidden = (code: string, message: string, until?: string) =>
  new AppError('forbidden', code, message, until === undefined ? {} : { until })
/** 404: there is no such thing, or it is not the caller's to know of. */
export const notFound = (code: string, message: string) => new AppError('not-found', code, message)
/** 409: right in itself, and against the state of things: a lock, a twin, a result. */
export const conflict = (code: string, message: string) => new AppError('conflict', code, message)
/** 413: more than anybody has reason to send here. */
export const tooLarge = (message = 'The request is too large.') => new AppError('too-large', 'TOO_LARGE', message)
/** 429 with `Retry-After`, in whole seconds. */
export const tooMany = (message: string, retryAfterSeconds: number, code = 'TOO_MANY_REQUESTS') =>
  new AppError('too-many', code, message, { retryAfterSeconds })
/** 503 with `Retry-After`, in whole seconds: something this needs does not answer. */
export const unavailable = (message: string, retryAfterSeconds = 1) =>
  new AppError('unavailable', 'UNAVAILABLE', message, { retryAfterSeconds })
/** The same where more is asked for than can be done in time. */
export const overloaded = (message: string, retryAfterSeconds: number) =>
  new AppError('unavailable', 'OVERLOADED', message, { retryAfterSeconds })
/** The same where another service does not: which and why is for the log, not for the caller. */
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
