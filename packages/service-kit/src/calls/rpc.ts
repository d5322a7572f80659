import type { CallDefinition, CallInput, CallReply } from '@purple-sector/contracts/call'
import { AppError, busy } from '../errors.ts'
import { retrying } from './retrying.ts'

/** A call as it is sent, made from a definition and an input. */
export type ServiceCall = { method: 'GET' | 'POST'; path: string; body?: unknown; timeoutMs?: number }
export type ServiceReply = { status: number; body: unknown }

/** Sends calls, signed by the caller. Throws `unavailable` when the service does not reply in time. */
export type CallTransport = { call(service: string, call: ServiceCall): Promise<ServiceReply> }

/**
 * The outcome of a call. Besides a reply, two outcomes are regular: the resource does not exist, and the service is not
 * installed. Anything else is a failure, thrown as `unavailable`.
 */
export type Outcome<Reply> = { kind: 'reply'; reply: Reply } | { kind: 'not-found' } | { kind: 'not-installed' }

/** Calls to other services, by their definitions in the contracts. */
export type ServiceCalls = {
  request<const Definition extends CallDefinition>(
    definition: Definition,
    input: CallInput<Definition>,
    options?: { timeoutMs?: number },
  ): Promise<Outcome<CallReply<Definition>>>
}

const DEFAULT_TIMEOUT_MS = 5_000
const NOT_INSTALLED = 'NOT_INSTALLED'

/** How a transport reports that there is no such service. */
export const notInstalled: ServiceReply = { status: 404, body: { code: NOT_INSTALLED } }

/** Error code for an unknown call, as of a service of another version: a failure, not "not found". */
export const NO_SUCH_CALL = 'NO_SUCH_CALL'

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined

type RawInput = { params?: object; query?: object; request?: unknown }

/** Returns the path with its parameters and the query string. */
const addressOf = (path: string, { params = {}, query = {} }: RawInput): string => {
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Backoff of an idempotent call: usually another replica is available at once. */
const MIN_BACKOFF_MS = 25
const MAX_BACKOFF_MS = 250

/**
 * Sends a call; an idempotent one is retried until a replica replies, for `timeoutMs` in total.
 *
 * Each try is limited by the timeout of the call's definition, so that a hanging replica cannot use up the total.
 */
const sendWithRetries = async (
  transport: CallTransport,
  { service, isIdempotent, timeoutMs: tryTimeoutMs = DEFAULT_TIMEOUT_MS }: CallDefinition,
  { timeoutMs, ...call }: ServiceCall & { timeoutMs: number },
): Promise<ServiceReply> => {
  if (!isIdempotent) return transport.call(service, { ...call, timeoutMs })
  const deadline = performance.now() + timeoutMs
  const remainingMs = () => Math.ceil(deadline - performance.now())
  return retrying(
    async () => {
      const reply = await transport.call(service, {
        ...call,
        timeoutMs: Math.max(1, Math.min(remainingMs(), tryTimeoutMs)),
      })
      if (reply.status === 503) throw busy(new Error(`${service} replied to ${call.path} with 503`))
      return reply
    },
    {
      minBackoffMs: MIN_BACKOFF_MS,
      maxBackoffMs: MAX_BACKOFF_MS,
      mayPass: (error) => error instanceof AppError && error.kind === 'unavailable' && remainingMs() > MAX_BACKOFF_MS,
    },
  )
}

/** Creates calls over a transport; `call` itself is exposed for tests of calls without a definition. */
export const callsBy = (transport: CallTransport): ServiceCalls & CallTransport => ({
  call: (service, call) => transport.call(service, call),
  async request(definition, input, options = {}) {
    const { service, method, path, reply } = definition
    const rawInput = input as RawInput
    const { status, body } = await sendWithRetries(transport, definition, {
      method,
      path: addressOf(path, rawInput),
      ...(rawInput.request === undefined ? {} : { body: rawInput.request }),
      timeoutMs: options.timeoutMs ?? definition.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    })
    const code = codeOf(body)
    if (status === 404 && code !== NO_SUCH_CALL) return { kind: code === NOT_INSTALLED ? 'not-installed' : 'not-found' }
    if (status !== 200) throw busy(new Error(`${service} replied to ${path} with ${status}`))
    const parsed = reply.safeParse(body)
    if (!parsed.success)
      throw busy(new Error(`${service} replied to ${path} with an unexpected body`, { cause: parsed.error }))
    return { kind: 'reply', reply: parsed.data as CallReply<typeof definition> }
  },
})
