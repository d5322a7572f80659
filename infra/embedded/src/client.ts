import { userSchema } from '@purple-sector/contracts/identity/http'
import { type App, IDENTITY_HEADER, type IdentitySigner } from '@purple-sector/service-kit'
import type { z } from 'zod'

/** The services of this process and the signer of their callers' identities; calls stay in memory. */
export type LocalServices = {
  apps: ReadonlyMap<string, Pick<App, 'inject'>>
  signIdentity: IdentitySigner
  /** Once it is aborted, the next call rejects with its reason. */
  signal: AbortSignal
}

type Call = {
  service: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body?: unknown
}

/** A user of the services' public API, whose calls arrive as if the gateway had forwarded them. */
export type Client = {
  call<T>(call: Call, shape: z.ZodType<T>): Promise<T>
  /** For a call that replies without a body. */
  callWithoutBody(call: Call): Promise<void>
}

/** Thrown when a service rejects a call; carries its error reply. */
export class RejectedCall extends Error {
  override name = 'Refused'
  readonly status: number

  constructor({ method, path }: Call, status: number, text: string) {
    super(`${method} ${path}: ${status} ${text}`)
    this.status = status
  }
}

const send = async ({ apps, signal }: LocalServices, { service, method, path, body }: Call, token?: string) => {
  signal.throwIfAborted()
  const app = apps.get(service)
  if (!app) throw new Error(`There is no service ${service}.`)
  const reply = await app.inject({
    method,
    url: path,
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { [IDENTITY_HEADER]: token }) },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  if (reply.statusCode >= 400) throw new RejectedCall({ service, method, path }, reply.statusCode, reply.payload)
  return reply
}

/** Signs in, or registers, depending on `path`. */
export const signIn = async (services: LocalServices, path: string, credentials: object): Promise<Client> => {
  const reply = await send(services, { service: 'identity', method: 'POST', path, body: credentials })
  const { id: userId, username, firstName, lastName, isAdmin } = userSchema.parse(reply.json())
  const token = await services.signIdentity({ userId, username, firstName, lastName, isAdmin, sessionId: 'start' })
  return {
    call: async (call, shape) => shape.parse((await send(services, call, token)).json()),
    callWithoutBody: async (call) => void (await send(services, call, token)),
  }
}
