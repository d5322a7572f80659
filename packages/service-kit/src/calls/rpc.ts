import type { CallDefinition, CallInput, CallReply } from '@purple-sector/contracts/call'
import { AppError, busy } from '../errors.ts'
import { retrying } from './retrying.ts'

/** A call as it is sent: what a definition and an input make. */
export type ServiceCall = { method: 'GET' | 'POST'; path: string; body?: unknown; timeoutMs?: number }
export type ServiceReply = { status: number; body: unknown }

/** Carries calls, signed by the caller. Throws `unavailable` when the service does not answer in time. */
export type CallTransport = { call(service: string, call: ServiceCall): Promise<ServiceReply> }

/**
 * What became of a call. Two more than a reply are answers: what was asked for does not exist, and nobody is installed
 * who could know. Anything else is a failure, and thrown as `unavailable`.
 */
export type Outcome<Reply> = { kind: 'reply'; reply: Reply } | { kind: 'not-found' } | { kind: 'not-installed' }

/** Calls of other services, by their definitions in the contracts. */
export type ServiceCalls = {
  request<const Definition extends CallDefinition>(
    definition: Definition,
    input: CallInput<Definition>,
    options?: { timeoutMs?: number },
  ): Promise<Outcome<CallReply<Definition>>>
}

const DEFAULT_TIMEOUT_MS = 5_000
const NOT_INSTALLED = 'NOT_INSTALLED'

/** How a transport says that there is no such service. */
export const notInstalled: ServiceReply = { status: 404, body: { code: NOT_INSTALLED } }

/** What a service answers to a call that it does not know, as one of another version: a failure, and not "not found". */
export const NO_SUCH_CALL = 'NO_SUCH_CALL'

const codeOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined

type Asked = { params?: object; query?: object; request?: unknown }

/** The path with its parameters in place, and what was said in the query. */
const addressOf = (path: string, { params = {}, query = {} }: Asked): string => {
  const values = new Map<string, unknown>(Object.entries(params))
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const said = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) said.append(name, String(value))
  return said.size === 0 ? filled : `${filled}?${said}`
}

/** Pauses before a repeatable call is made again: another replica is mostly there at once. */
const MIN_BACKOFF_MS = 25
const MAX_BACKOFF_MS = 250

/**
 * Carries a call; one that may be repeated again and again until it is answered, for `timeoutMs` in all. A replica that
 * hangs gets no more of that than the definition of the call gives it.
 */
const sendWithRetries = async (
  transport: CallTransport,
  { service, isRepeatable, timeoutMs: tryTimeoutMs = DEFAULT_TIMEOUT_MS }: CallDefinition,
  { timeoutMs, ...call }: ServiceCall & { timeoutMs: number },
): Promise<ServiceReply> => {
  if (!isRepeatable) return transport.call(service, { ...call, timeoutMs })
  const deadline = performance.now() + timeoutMs
  const left = () => Math.ceil(deadline - performance.now())
  return retrying(
    async () => {
      const answer = await transport.call(service, { ...call, timeoutMs: Math.max(1, Math.min(left(), tryTimeoutMs)) })
      if (answer.status === 503) throw busy(new Error(`${service} answered ${call.path} with 503`))
      return answer
    },
    {
      minBackoffMs: MIN_BACKOFF_MS,
      maxBackoffMs: MAX_BACKOFF_MS,
      mayPass: (error) => error instanceof AppError && error.kind === 'unavailable' && left() > MAX_BACKOFF_MS,
    },
  )
}

/** The calls that this transport carries; it is there beside them for what has no definition, in tests. */
export const callsBy = (transport: CallTransport): ServiceCalls & CallTransport => ({
  call: (service, call) => transport.call(service, call),
  async request(definition, input, options = {}) {
    const { service, method, path, reply } = definition
    const asked = input as Asked
    const { status, body } = await sendWithRetries(transport, definition, {
      method,
      path: addressOf(path, asked),
      ...(asked.request === undefined ? {} : { body: asked.request }),
      timeoutMs: options.timeoutMs ?? definition.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    })
    const code = codeOf(body)
    if (status === 404 && code !== NO_SUCH_CALL) return { kind: code === NOT_INSTALLED ? 'not-installed' : 'not-found' }
    if (status !== 200) throw busy(new Error(`${service} answered ${path} with ${status}`))
    const parsed = reply.safeParse(body)
    if (!parsed.success)
      throw busy(new Error(`${service} answered ${path} with something else`, { cause: parsed.error }))
    return { kind: 'reply', reply: parsed.data as CallReply<typeof definition> }
  },
})
