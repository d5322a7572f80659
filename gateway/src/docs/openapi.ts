import swagger from '@fastify/swagger'
import type { RouteDefinition } from '@purple-sector/contracts/route'
import { schemaOf } from '@purple-sector/service-kit/http/route'
import Fastify from 'fastify'
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod'
import { z } from 'zod'
import { comparePaths } from '../routing/compare-paths.ts'

/** A value that only free text accepts. */
const ANYTHING = '?'.repeat(400)

/** Whether a path or query can be invalid: schemas of free text and defaults only cannot. */
const canBeInvalid = (schema: unknown): boolean =>
  schema instanceof z.ZodObject &&
  !schema.safeParse(Object.fromEntries(Object.keys(schema.shape).map((key) => [key, ANYTHING]))).success

/** The statuses of errors that all routes of a kind share. */
const sharedRefusals = ({ access, params, query, body, consumes }: RouteDefinition): number[] => [
  ...(body || consumes || canBeInvalid(params) || canBeInvalid(query) ? [400] : []),
  ...(access === 'user' || access === 'admin' ? [401] : []),
  ...(access === 'admin' ? [403] : []),
  ...(body || consumes ? [413, 415] : []),
]

/** The error codes of a call, as text: `409 GROUP_FULL; 404 GROUP_NOT_FOUND`. */
export const describeRefusals = ({ refusals = {} }: RouteDefinition): string | undefined => {
  const lists = Object.entries(refusals).map(
    ([status, codes]) => `${status} ${codes?.map((code) => `\`${code}\``).join(', ')}`,
  )
  return lists.length === 0 ? undefined : `Errors: ${lists.join('; ')}`
}

/** A form with a file and fields; no schema describes it because it is parsed as a stream. */
const FORM_WITH_FILE = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
  additionalProperties: { type: 'string' },
}

const NOT_MODIFIED = z.null().meta({ description: 'The caller’s copy is current' })

const documented = (definition: RouteDefinition) => {
  const { service, access, summary, cache, replies } = definition
  const schema = schemaOf(definition)
  const description = [definition.description, describeRefusals(definition)].filter(Boolean).join('\n\n')
  const errors = Object.fromEntries(sharedRefusals(definition).map((status) => [status, schema.response['4xx']]))
  return {
    ...schema,
    summary,
    ...(description && { description }),
    tags: [service],
    ...((access === 'public' || access === 'open-data') && { security: [] }),
    // Reads that a gateway answers from memory have a validator.
    response: { ...(cache && !replies[304] && { 304: NOT_MODIFIED }), ...errors, ...schema.response },
  }
}

/** Whether this is `noContent`, as the transform of zod schemas writes it. */
const isNoContent = (described: unknown): boolean =>
  typeof described === 'object' &&
  described !== null &&
  'enum' in described &&
  Array.isArray(described.enum) &&
  described.enum.length === 1 &&
  described.enum[0] === null

/** Converts the zod schemas of a route; describes empty replies and forms with a file as such. */
const transform: typeof jsonSchemaTransform = (described) => {
  const transformed = jsonSchemaTransform(described)
  const { consumes, body } = described.schema ?? {}
  const replies = Object.entries((transformed.schema.response ?? {}) as Record<string, { description?: string }>)
  return {
    ...transformed,
    schema: {
      ...transformed.schema,
      ...(consumes?.includes('multipart/form-data') && !body && { body: FORM_WITH_FILE }),
      response: Object.fromEntries(
        replies.map(([status, reply]) => [status, isNoContent(reply) ? { ...reply, type: 'null' } : reply]),
      ),
    },
  }
}

type SchemaDocument = { paths?: object; components?: { schemas?: Record<string, unknown> } }

/** The names of all schemas that a value refers to, directly or through others. */
export const referredSchemas = (
  value: unknown,
  schemas: Record<string, unknown>,
  found = new Set<string>(),
): Set<string> => {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue
    found.add(name)
    referredSchemas(schemas[name], schemas, found)
  }
  return found
}

/** Drops schemas that nothing refers to: each is written for requests and for replies, and most are in replies only. */
const withUsedSchemas = (document: SchemaDocument): object => {
  const schemas = document.components?.schemas ?? {}
  const used = referredSchemas(document.paths, schemas)
  const usedSchemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
  return { ...document, components: { ...document.components, schemas: usedSchemas } }
}

const INFO = {
  title: 'Purple Sector',
  version: '1',
  description:
    'The public interface. Everything but signing in needs the session cookie; errors have the body `Error`. ' +
    'What goes over `/ws` is described in docs/realtime.md.',
}

/** Generates the OpenAPI document of these routes. */
export const openapiOf = async (routes: readonly RouteDefinition[]): Promise<object> => {
  const app = Fastify().withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => JSON.stringify)
  await app.register(swagger, {
    openapi: {
      info: INFO,
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } } },
      security: [{ session: [] }],
    },
    transform,
    transformObject: jsonSchemaTransformObject,
  })
  for (const definition of routes.toSorted((a, b) => comparePaths(a.path, b.path)))
    app.route({
      method: definition.method,
      url: definition.path,
      exposeHeadRoute: false,
      schema: documented(definition),
      handler: () => {},
    })
  await app.ready()
  const document = app.swagger()
  await app.close()
  return withUsedSchemas(document as SchemaDocument)
}
