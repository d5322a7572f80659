import { afterEach, beforeEach, vi } from 'vitest'
import { toasts } from '../src/ui/toasts/toast-store.ts'

type FakeServer = { fetch(path: string, init: RequestInit): Promise<Response> }

/** The refusal of a write. */
export type Rejection = {
  status: number
  code: string
  message: string
  issues?: { path: string; message: string }[]
  retryAfter?: number
}

export const rejectionReply = ({ status, retryAfter, ...body }: Rejection): Response =>
  Response.json(
    { ...body, requestId: 'r' },
    { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
  )

/** Creates fake services with a state of their own for every test of a file; call it at the top of the file. */
export const createTestServer = <World, Server extends FakeServer>(build: (state: World) => Server, first: World) => {
  const server = {
    ...build(first),
    /** Replaces the state for the current test. */
    serve(state: World): void {
      Object.assign(server, build(state))
      vi.stubGlobal('fetch', server.fetch)
    },
  }
  beforeEach(() => server.serve(first))
  afterEach(() => {
    vi.unstubAllGlobals()
    toasts.clear()
  })
  return server
}
