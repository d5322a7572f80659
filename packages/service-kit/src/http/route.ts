import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorPageResponses, errorResponses } from '@purple-sector/contracts/common'
import type { RouteDefinition } from '@purple-sector/contracts/route'
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

type Field<Definition, From extends string, To extends string> =
  Definition extends Record<From, infer Schema> ? { [Name in To]: Schema } : unknown

/** The definition's schemas as Fastify names them. */
type SchemaOf<Definition extends RouteDefinition> = Field<Definition, 'params', 'params'> &
  Field<Definition, 'query', 'querystring'> &
  Field<Definition, 'body', 'body'> & { response: Definition['replies'] & typeof errorResponses }

/** The handler of a route, with the request and the replies of its definition. */
export type RouteHandler<Definition extends RouteDefinition> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  ContextConfigDefault,
  SchemaOf<Definition>,
  ZodTypeProvider,
  FastifyBaseLogger
>

/** Returns the schemas of a definition as Fastify names them, with the body of errors. */
export const schemaOf = ({ params, query, body, consumes, replies, errors }: RouteDefinition) => ({
  ...(params && { params }),
  ...(query && { querystring: query }),
  ...(body && { body }),
  ...(consumes && { consumes: [...consumes] }),
  response: { ...replies, ...(errors === 'page' ? errorPageResponses : errorResponses) },
})

/** Options of a route besides its definition; `acceptsKey` checks the key of a program, if the definition accepts one. */
type RouteOptions = Pick<FastifyContextConfig, 'acceptsKey'> &
  Pick<RouteShorthandOptions, 'errorHandler' | 'onRequest' | 'preValidation'>

/**
 * Registers the handler of a public call by its definition: its path, access, body limit and schemas.
 */
export const registerRoute = <const Definition extends RouteDefinition>(
  app: FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>,
  definition: Definition,
  handler: RouteHandler<Definition>,
  { acceptsKey, ...options }: RouteOptions = {},
): void => {
  const { method, path, access, bodyLimit, hasNoHead }: RouteDefinition = definition
  app.route({
    ...options,
    method,
    url: path,
    config: { access: access === 'open-data' ? 'public' : access, ...(acceptsKey && { acceptsKey }) },
    schema: schemaOf(definition),
    ...(bodyLimit !== undefined && { bodyLimit }),
    ...(hasNoHead && { exposeHeadRoute: false }),
    handler: handler as RouteHandlerMethod,
  })
}
