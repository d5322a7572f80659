import { setTimeout as delay } from 'node:timers/promises'
import { ROUTES } from '@purple-sector/contracts/all-routes'
import { openapiOf } from '@purple-sector/gateway/openapi'
import { describe, expect, test } from 'vitest'
import { type Operation, readDocument } from '../../src/documented-replies/openapi-document.ts'
import type { ProductProcess } from '../product-process.ts'
import { register, signInAsAdministrator } from '../sign-in.ts'

/** Invalid for everything but free text, like `canBeInvalid` of the OpenAPI document. */
const INVALID_TEXT = '?'.repeat(400)
const UNKNOWN_ID = '2147483000'
const MEGABYTE = 1_048_576
/** Above the body limit of fans. */
const ABOVE_USER_LIMIT = 20_000
const CONCURRENCY = 10
/** A busy service replies 503 with `Retry-After`. */
const MAX_TRIES = 5
const JSON_TYPE = { 'content-type': 'application/json' }

type Caller = 'visitor' | 'fan' | 'admin'
type Provocation = {
  operation: Operation
  caller: Caller
  status: number
  id?: string
  query?: string
  headers?: Record<string, string>
  body?: string | FormData
}

/** Builds a form with a file above the limit of every form. */
const largeForm = (): FormData => {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(6 * MEGABYTE)]), 'large.bin')
  return form
}

/** Operations of administrators document `403`; other rejections by role are among the `4XX`. */
const isOfAdmins = ({ statuses }: Operation): boolean => statuses.includes('403')

const bodyErrors = (operation: Operation, caller: Caller): Provocation[] => {
  const acceptsJson = operation.contentTypes.includes('application/json')
  const acceptsForm = operation.contentTypes.includes('multipart/form-data')
  const tooLarge = `"${'x'.repeat(isOfAdmins(operation) ? MEGABYTE + 1 : ABOVE_USER_LIMIT)}"`
  return [
    { operation, caller, status: 415, body: 'x', headers: { 'content-type': 'text/plain' } },
    ...(acceptsJson ? [{ operation, caller, status: 400, body: '{', headers: JSON_TYPE }] : []),
    ...(acceptsForm && !acceptsJson ? [{ operation, caller, status: 400, body: new FormData() }] : []),
    acceptsForm
      ? { operation, caller, status: 413, body: largeForm() }
      : { operation, caller, status: 413, body: tooLarge, headers: JSON_TYPE },
  ]
}

/**
 * Requests that provoke the errors that operations of a kind share: no session, not an administrator, an invalid path or
 * query, and a body that is malformed, too large or of another content type.
 */
const provocationsOf = (operation: Operation): Provocation[] => {
  const { statuses, isOpen, queries, contentTypes } = operation
  const caller = isOfAdmins(operation) ? 'admin' : isOpen ? 'visitor' : 'fan'
  const query = new URLSearchParams(queries.map((key): [string, string] => [key, INVALID_TEXT])).toString()
  const provocations: Provocation[] = [
    { operation, caller: 'visitor', status: 401 },
    { operation, caller: 'fan', status: 403 },
    ...(contentTypes.length > 0
      ? bodyErrors(operation, caller)
      : [{ operation, caller, status: 400, id: INVALID_TEXT, query } as const]),
  ]
  return provocations.filter(({ status }) => statuses.includes(String(status)))
}

/** Every call replies with the errors that it shares with all others. */
export const sharedErrors = (getProduct: () => ProductProcess): void => {
  describe('errors that calls share', () => {
    test('are those of the OpenAPI document', async () => {
      const product = getProduct()
      const people = {
        fan: await register(product, 'shared-errors'),
        admin: await signInAsAdministrator(product),
      }
      const cookieOf = (caller: Caller): string => (caller === 'visitor' ? '' : people[caller].cookie())
      const send = ({ operation, caller, id = UNKNOWN_ID, query = '', headers, body }: Provocation) =>
        fetch(
          `${product.url}${operation.path.replaceAll(/\{\w+\}/g, encodeURIComponent(id))}${query ? `?${query}` : ''}`,
          {
            method: operation.method,
            redirect: 'manual',
            headers: { ...headers, cookie: cookieOf(caller) },
            ...(body !== undefined && { body }),
          },
        )
      const differences: string[] = []
      const provoke = async (provocation: Provocation): Promise<void> => {
        let reply = await send(provocation)
        for (let tries = 1; reply.status === 503 && tries < MAX_TRIES; tries += 1) {
          await delay(Number(reply.headers.get('retry-after') ?? 1) * 1_000)
          reply = await send(provocation)
        }
        const { operation, caller, status } = provocation
        await reply.arrayBuffer()
        if (reply.status !== status)
          differences.push(`${operation.name} by a ${caller}: ${reply.status} instead of ${status}`)
      }
      const queue = readDocument(await openapiOf(ROUTES))
        .flatMap(provocationsOf)
        .values()
      const work = async (): Promise<void> => {
        for (const provocation of queue) await provoke(provocation)
      }
      await Promise.all(Array.from({ length: CONCURRENCY }, work))
      expect(differences).toEqual([])
    }, 240_000)
  })
}
