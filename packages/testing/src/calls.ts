import type { CallAnswer, CallDefinition, CallInput } from '@purple-sector/contracts/call'
import {
  type CallTransport,
  callsBy,
  type Outcome,
  type ServiceCall,
  type ServiceCalls,
  type ServiceReply,
} from '@purple-sector/service-kit/calls/rpc'
import type { z } from 'zod'

type StubReply = ServiceReply | ((call: ServiceCall) => ServiceReply | Promise<ServiceReply>)

/** The outcome of a call; throw for a service that does not reply. */
export type StubbedOutcome<Definition extends CallDefinition> = Outcome<CallAnswer<Definition>>

/** Stubs of the other services. */
export type StubbedCalls = ServiceCalls &
  CallTransport & {
    /** Sets the outcome of calls of this definition from now on; replaces an earlier one. */
    stubCall<const Definition extends CallDefinition>(
      definition: Definition,
      outcome: (input: CallInput<Definition>) => StubbedOutcome<Definition> | Promise<StubbedOutcome<Definition>>,
    ): void
    /** Returns the inputs of the calls of this definition so far, in order. */
    inputsOf<const Definition extends CallDefinition>(definition: Definition): CallInput<Definition>[]
    /**
     * Sets the reply to calls of this method and path from now on (query ignored); replaces an earlier one. With a
     * schema of the contracts, a successful reply that does not match it fails the test.
     */
    when(service: string, method: ServiceCall['method'], path: string, reply: StubReply, schema?: z.ZodType): void
    /** Every call so far, in order. */
    made: readonly ({ service: string } & ServiceCall)[]
  }

const republish = '/internal/republish'
const keyOf = (service: string, method: string, path: string): string => `${method} ${service}${path.split('?')[0]}`

/**
 * Creates calls to other services that stubs of the test reply to. A republish request without a stub has no events;
 * any other call without a stub is an error that names it.
 */
export const stubCalls = (): StubbedCalls => {
  const replies = new Map<string, { reply: StubReply; schema: z.ZodType | undefined }>()
  const made: ({ service: string } & ServiceCall)[] = []
  const outcomes = new Map<string, (input: never) => unknown>()
  const inputs: { key: string; input: unknown }[] = []

  const calls = callsBy({
    async call(service, call) {
      made.push({ service, ...call })
      const stub = replies.get(keyOf(service, call.method, call.path))
      if (!stub) {
        if (call.path.split('?')[0] === republish) return { status: 200, body: { events: 0 } }
        throw new Error(`No reply in this test to ${call.method} ${call.path} of ${service}: calls.when(…)`)
      }
      const reply = typeof stub.reply === 'function' ? await stub.reply(call) : stub.reply
      if (reply.status < 300) stub.schema?.parse(reply.body)
      return structuredClone(reply)
    },
  })

  return {
    ...calls,
    made,
    when(service, method, path, reply, schema) {
      replies.set(keyOf(service, method, path), { reply, schema })
    },
    stubCall({ service, method, path }, outcome) {
      outcomes.set(keyOf(service, method, path), outcome)
    },
    inputsOf: <Definition extends CallDefinition>({ service, method, path }: Definition) =>
      inputs
        .filter(({ key }) => key === keyOf(service, method, path))
        .map(({ input }) => input as CallInput<Definition>),
    async request(definition, input, options) {
      const key = keyOf(definition.service, definition.method, definition.path)
      const stub = outcomes.get(key) as
        | ((callInput: typeof input) => StubbedOutcome<typeof definition> | Promise<StubbedOutcome<typeof definition>>)
        | undefined
      if (!stub) return calls.request(definition, input, options)
      inputs.push({ key, input })
      const outcome = await stub(input)
      if (outcome.kind !== 'reply') return outcome
      return { kind: 'reply', reply: definition.reply.parse(structuredClone(outcome.reply)) as never }
    },
  }
}
