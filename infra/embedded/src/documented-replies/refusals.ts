import type { Caller, Sent } from './caller.ts'
import type { Operation } from './document.ts'

/** Invalid for everything but free text, like `canBeInvalid` of the service kit. */
const ANYTHING = '?'.repeat(400)
const MEGABYTE = 1_048_576
/** Larger than the body limit of callers who are no administrators. */
const MUCH = 20_000

/** Builds a form with a file above the limit of every form. */
const largeForm = (): FormData => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(6 * MEGABYTE)]), 'large.bin')
  return form
}

/** Operations of administrators document `403`; other refusals by role are among the `4XX`. */
export const isOfAdmins = ({ statuses }: Operation): boolean => statuses.includes('403')

/** Builds a body above the limit for the authorized caller. */
const tooLarge = (operation: Operation): string => 'x'.repeat(isOfAdmins(operation) ? MEGABYTE + 1 : MUCH)

/**
 * Provokes the refusals that operations of a kind share, where the document names them.
 * That is: no session, not an administrator, an invalid path or query, and a body that is malformed, too large or of
 * another content type.
 */
export const provokeRefusals = async (
  operation: Operation,
  { visitor, fan, admin }: { visitor: Caller; fan: Caller; admin: Caller },
): Promise<void> => {
  const { name, statuses, takes, isOpen } = operation
  const entitled = isOfAdmins(operation) ? admin : isOpen ? visitor : fan
  const somewhere = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, '2147483000']))
  const says = (status: string): boolean => statuses.includes(status)
  const request = (caller: Caller, status: number, sent: Sent = {}) =>
    caller.send(name, { params: somewhere, ...sent, status })

  if (says('401')) await request(visitor, 401)
  if (isOfAdmins(operation)) await request(fan, 403)
  if (takes.length > 0) {
    const json = { 'content-type': 'application/json' }
    const takesJson = takes.includes('application/json')
    const takesForm = takes.includes('multipart/form-data')
    if (says('415')) await request(entitled, 415, { raw: 'x', headers: { 'content-type': 'text/plain' } })
    if (says('400') && takesJson) await request(entitled, 400, { raw: '{', headers: json })
    else if (says('400') && takesForm) await request(entitled, 400, { form: new FormData() })
    if (says('413') && takesForm) await request(entitled, 413, { form: largeForm() })
    else if (says('413')) await request(entitled, 413, { raw: `"${tooLarge(operation)}"`, headers: json })
  } else if (says('400')) {
    const wrong = Object.fromEntries(Object.keys(somewhere).map((key) => [key, ANYTHING]))
    const query = Object.fromEntries(operation.queries.map((key) => [key, ANYTHING]))
    await request(entitled, 400, { params: wrong, query })
  }
}
