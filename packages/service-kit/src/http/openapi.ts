import type { RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'

type Transform = typeof jsonSchemaTransform
type Described = Parameters<Transform>[0] & { route?: Pick<RouteOptions, 'config' | 'method'> }

/** A value that only free text accepts. */
const ANYTHING = '?'.repeat(400)

/** Whether a path or query can be invalid: schemas of free text and defaults only cannot. */
const canBeInvalid = (schema: unknown): boolean =>
  schema instanceof z.ZodObject &&
  !schema.safeParse(Object.fromEntries(Object.keys(schema.shape).map((key) => [key, ANYTHING]))).success

/** Returns the error responses that all routes of a kind share, with the route's error body. */
const errorResponses = ({ schema, route }: Described, error: unknown): Record<number, unknown> => {
  const access = route?.config?.access ?? 'user'
  const hasBody = schema?.body !== undefined || schema?.consumes !== undefined
  return {
    ...((hasBody || canBeInvalid(schema?.params) || canBeInvalid(schema?.querystring)) && { 400: error }),
    ...(access !== 'public' && { 401: error }),
    ...(access === 'admin' && { 403: error }),
    ...(hasBody && { 413: error, 415: error }),
  }
}

/** A form with a file and fields; no schema describes it because it is parsed as a stream. */
const FORM_WITH_FILE = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
  additionalProperties: { type: 'string' },
}

/** Whether this is `noContent`, as the transform of zod schemas writes it. */
const isNoContent = (described: unknown): boolean =>
  typeof described === 'object' &&
  described !== null &&
  'enum' in described &&
  Array.isArray(described.enum) &&
  described.enum.length === 1 &&
  described.enum[0] === null

/**
 * Describes a route in the OpenAPI document.
 *
 * Adds the errors that all routes of its kind share, removes the session requirement of public routes, and describes
 * empty replies as such.
 */
export const describeRoute: Transform = (described: Described) => {
  const { schema, route } = described
  if (!schema || schema.hide) return jsonSchemaTransform(described)
  const responses = schema.response as Record<string, unknown> | undefined
  // Routes without a 4xx response have error replies of their own.
  const error = responses?.['4xx']
  const response = error === undefined ? responses : { ...errorResponses(described, error), ...responses }
  const transformed = jsonSchemaTransform({ ...described, schema: { ...schema, ...(response && { response }) } })
  const replies = Object.entries((transformed.schema?.response ?? {}) as Record<string, { description?: string }>)
  return {
    ...transformed,
    schema: {
      ...transformed.schema,
      ...(schema.consumes?.includes('multipart/form-data') && !schema.body && { body: FORM_WITH_FILE }),
      ...(route?.config?.access === 'public' && { security: [] }),
      response: Object.fromEntries(
        replies.map(([status, reply]) => [status, isNoContent(reply) ? { ...reply, type: 'null' } : reply]),
      ),
    },
  }
}
