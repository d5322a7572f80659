import type { CallAnswer, CallDefinition, CallerName, ParsedCall } from '@purple-sector/contracts/call'
import type { FastifyBaseLogger } from 'fastify'
import { CALLER_HEADER } from '../calls/signed-call.ts'
import type { App } from './app-type.ts'

/** Who asks, and where to say what happened. */
export type CallContext = { caller: CallerName; log: FastifyBaseLogger }

/**
 * Answers a call by its definition: checked by its schemas, for its callers alone, in no public document. Throw
 * `notFound` where what is asked for does not exist.
 */
export const registerInternalRoute = <const Definition extends CallDefinition>(
  app: App,
  definition: Definition,
  handle: (
    call: ParsedCall<Definition>,
    context: CallContext,
  ) => CallAnswer<Definition> | Promise<CallAnswer<Definition>>,
): void => {
  const { method, path, params, query, request: body, reply, callers } = definition
  app.route({
    method,
    url: path,
    schema: {
      hide: true,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { 200: reply },
    },
    config: { access: 'internal', callers },
    handler: async (request) => {
      // What the schemas above have let through, and the caller whose signature was checked.
      const call = { params: request.params, query: request.query, request: request.body } as ParsedCall<Definition>
      const caller = request.headers[CALLER_HEADER] as CallerName
      return handle(call, { caller, log: request.log })
    },
  })
}
