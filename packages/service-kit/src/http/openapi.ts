import type { RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'

type Transform = typeof jsonSchemaTransform
type Described = Parameters<Transform>[0] & { route?: Pick<RouteOptions, 'config' | 'method'> }

/** Fits where anything may be written, and nowhere else. */
const ANYTHING = '?'.repeat(400)

/** Whether a path or a query can be wrong: free text, and what a default stands in for, cannot. */
const canBeWrong = (schema: unknown): boolean =>
  schema instanceof z.ZodObject &&
  !schema.safeParse(Object.fromEntries(Object.keys(schema.shape).map((key) => [key, ANYTHING]))).success

/** What every route of a kind refuses alike, before or beside what it says of itself; in the body that it says. */
const refusalsOf = ({ schema, route }: Described, error: unknown): Record<number, unknown> => {
  const access = route?.config?.access ?? 'user'
  const hasBody = schema?.body !== undefined || schema?.consumes !== undefined
  return {
    ...((hasBody || canBeWrong(schema?.params) || canBeWrong(schema?.querystring)) && { 400: error }),
    ...(access !== 'public' && { 401: error }),
    ...(access === 'admin' && { 403: error }),
    ...(hasBody && { 413: error, 415: error }),
  }
}

/** A form with a file and fields, which no schema of a route reads: it is taken apart as it comes. */
const FORM_WITH_FILE = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
  additionalProperties: { type: 'string' },
}

/** `noContent` as the transform of zod's schemas writes it. */
const isNothing = (described: unknown): boolean =>
  typeof described === 'object' &&
  described !== null &&
  'enum' in described &&
  Array.isArray(described.enum) &&
  described.enum.length === 1 &&
  described.enum[0] === null

/**
 * A route as the OpenAPI document tells of it: with the errors that all of its kind have, without a session where it
 * needs none, and without a body where there is none.
 */
export const describeRoute: Transform = (described: Described) => {
  const { schema, route } = described
  if (!schema || schema.hide) return jsonSchemaTransform(described)
  const answers = schema.response as Record<string, unknown> | undefined
  // Who says nothing of errors answers them in a way of its own.
  const error = answers?.['4xx']
  const response = error === undefined ? answers : { ...refusalsOf(described, error), ...answers }
  const told = jsonSchemaTransform({ ...described, schema: { ...schema, ...(response && { response }) } })
  const replies = Object.entries((told.schema?.response ?? {}) as Record<string, { description?: string }>)
  return {
    ...told,
    schema: {
      ...told.schema,
      ...(schema.consumes?.includes('multipart/form-data') && !schema.body && { body: FORM_WITH_FILE }),
      ...(route?.config?.access === 'public' && { security: [] }),
      response: Object.fromEntries(
        replies.map(([status, reply]) => [status, isNothing(reply) ? { ...reply, type: 'null' } : reply]),
      ),
    },
  }
}
