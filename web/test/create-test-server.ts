import { afterEach, beforeEach, vi } from 'vitest'
import { toasts } from '../src/ui/toast-store.ts'

type FakeServer = { fetch(path: string, init: RequestInit): Promise<Response> }

/** What a write is refused with. */
export type Refusal = {
  status: number
  code: string
  message: string
  issues?: { path: string; message: string }[]
  retryAfter?: number
}

export const refuse = ({ status, retryAfter, ...body }: Refusal): Response =>
  Response.json(
    { ...body, requestId: 'r' },
    { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
  )

/** Services that hold a world, anew for every test of a file; call it at the top of the file. */
export const createTestServer = <World, Server extends FakeServer>(build: (world: World) => Server, first: World) => {
  const server = {
    ...build(first),
    /** Another world for the test at hand. */
    serve(world: World): void {
      Object.assign(server, build(world))
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
