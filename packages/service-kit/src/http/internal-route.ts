import type { CallAnswer, CallDefinition, CallerName, ParsedCall } from '@purple-sector/contracts/call'
import type { FastifyBaseLogger } from 'fastify'
import { CALLER_HEADER } from '../calls/signed-call.ts'
import type { App } from './app-type.ts'

/** The calling service, and the request's log. */
export type CallContext = { caller: CallerName; log: FastifyBaseLogger }

/**
 * Registers the handler of an internal call by its definition: validated by its schemas and restricted to its callers.
 * Throw `notFound` if the resource does not exist.
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
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: { 200: reply },
    },
    config: { access: 'internal', callers },
    handler: async (request) => {
      // Validated by the schemas above; the caller's signature was checked.
      const call = { params: request.params, query: request.query, request: request.body } as ParsedCall<Definition>
      const caller = request.headers[CALLER_HEADER] as CallerName
      return handle(call, { caller, log: request.log })
    },
  })
}
