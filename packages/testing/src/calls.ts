import type { ServiceCall, ServiceCalls, ServiceReply } from '@purple-sector/service-kit/internal-calls'
import type { z } from 'zod'

type Answer = ServiceReply | ((call: ServiceCall) => ServiceReply | Promise<ServiceReply>)

/** Stands in for the other services. */
export type StubbedCalls = ServiceCalls & {
  /**
   * What a service answers from now on to calls of this method and path (query ignored); a later `when` replaces an
   * earlier one. With a schema of the contracts, a successful reply that does not fit it is an error of the test.
   */
  when(service: string, method: ServiceCall['method'], path: string, answer: Answer, schema?: z.ZodType): void
  /** Every call that was made so far, in order. */
  made: readonly ({ service: string } & ServiceCall)[]
}

const republish = '/internal/republish'
const keyOf = (service: string, method: string, path: string): string => `${method} ${service}${path.split('?')[0]}`

/**
 * Calls to other services, answered by the test. Asked to republish, an owner without an answer of its own has nothing
 * to tell; any other call nobody answers is an error that names it.
 */
export const stubCalls = (): StubbedCalls => {
  const answers = new Map<string, { answer: Answer; schema: z.ZodType | undefined }>()
  const made: ({ service: string } & ServiceCall)[] = []
  return {
    made,
    when(service, method, path, answer, schema) {
      answers.set(keyOf(service, method, path), { answer, schema })
    },
    async call(service, call) {
      made.push({ service, ...call })
      const known = answers.get(keyOf(service, call.method, call.path))
      if (!known) {
        if (call.path.split('?')[0] === republish) return { status: 200, body: { events: 0 } }
        throw new Error(`No answer in this test to ${call.method} ${call.path} of ${service}: calls.when(…)`)
      }
      const reply = typeof known.answer === 'function' ? await known.answer(call) : known.answer
      if (reply.status < 300) known.schema?.parse(reply.body)
      return structuredClone(reply)
    },
  }
}
