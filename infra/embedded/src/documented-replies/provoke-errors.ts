import type { Caller, CallInput } from './caller.ts'
import type { Operation } from './document.ts'

/** Invalid for everything but free text, like `canBeInvalid` of the service kit. */
const INVALID_TEXT = '?'.repeat(400)
const MEGABYTE = 1_048_576
/** Larger than the body limit of callers who are no administrators. */
const ABOVE_USER_LIMIT = 20_000

/** Builds a form with a file above the limit of every form. */
const largeForm = (): FormData => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(6 * MEGABYTE)]), 'large.bin')
  return form
}

/** Operations of administrators document `403`; other rejections by role are among the `4XX`. */
export const isOfAdmins = ({ statuses }: Operation): boolean => statuses.includes('403')

/** Builds a body above the limit for the authorized caller. */
const tooLarge = (operation: Operation): string => 'x'.repeat(isOfAdmins(operation) ? MEGABYTE + 1 : ABOVE_USER_LIMIT)

/**
 * Provokes the errors that operations of a kind share, if the document lists them.
 * These are: no session, not an administrator, an invalid path or query, and a body that is malformed, too large or of
 * another content type.
 */
export const provokeErrors = async (
  operation: Operation,
  { visitor, fan, admin }: { visitor: Caller; fan: Caller; admin: Caller },
): Promise<void> => {
  const { name, statuses, contentTypes, isOpen } = operation
  const authorized = isOfAdmins(operation) ? admin : isOpen ? visitor : fan
  const unknownIds = Object.fromEntries(
    [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, '2147483000']),
  )
  const isDocumented = (status: string): boolean => statuses.includes(status)
  const request = (caller: Caller, status: number, input: CallInput = {}) =>
    caller.send(name, { params: unknownIds, ...input, status })

  if (isDocumented('401')) await request(visitor, 401)
  if (isOfAdmins(operation)) await request(fan, 403)
  if (contentTypes.length > 0) {
    const json = { 'content-type': 'application/json' }
    const acceptsJson = contentTypes.includes('application/json')
    const acceptsForm = contentTypes.includes('multipart/form-data')
    if (isDocumented('415')) await request(authorized, 415, { raw: 'x', headers: { 'content-type': 'text/plain' } })
    if (isDocumented('400') && acceptsJson) await request(authorized, 400, { raw: '{', headers: json })
    else if (isDocumented('400') && acceptsForm) await request(authorized, 400, { form: new FormData() })
    if (isDocumented('413') && acceptsForm) await request(authorized, 413, { form: largeForm() })
    else if (isDocumented('413')) await request(authorized, 413, { raw: `"${tooLarge(operation)}"`, headers: json })
  } else if (isDocumented('400')) {
    const invalidIds = Object.fromEntries(Object.keys(unknownIds).map((key) => [key, INVALID_TEXT]))
    const query = Object.fromEntries(operation.queries.map((key) => [key, INVALID_TEXT]))
    await request(authorized, 400, { params: invalidIds, query })
  }
}
