import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

type Writer = (reply: unknown) => string

const written = new WeakMap<z.ZodType, Writer>()

const writerOf = (schema: z.ZodType): Writer =>
  fastJson(
    z.toJSONSchema(schema, {
      target: 'openapi-3.0',
      io: 'output',
      reused: 'inline',
      unrepresentable: 'any',
      // OpenAPI's way of writing `positive()` is no JSON Schema of today; bounds do not matter to writing anyway.
      override: ({ zodSchema, jsonSchema }) => {
        // A nullable object that has a name of its own is written without a type, which no union beside it can stand.
        if (zodSchema instanceof z.ZodNullable && zodSchema.unwrap() instanceof z.ZodObject)
          jsonSchema.type ??= 'object'
        delete jsonSchema.exclusiveMinimum
        delete jsonSchema.exclusiveMaximum
      },
    }) as object,
  )

/**
 * Replies are written by fast-json-stringify from the zod schema: it drops keys the contract does not name and throws
 * where one is missing, at a third of the cost of running zod on every reply. Making such a writer takes milliseconds,
 * and a start would make hundreds that nobody asks for soon: each is made for the first reply that needs it, and once
 * for all routes that share a schema.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  if (!(schema instanceof z.ZodType)) return JSON.stringify
  return (reply) => {
    const known = written.get(schema)
    if (known) return known(reply)
    const made = writerOf(schema)
    written.set(schema, made)
    return made(reply)
  }
}
