import fastJson from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'
import { z } from 'zod'

type Serialize = (reply: unknown) => string

const serializers = new WeakMap<z.ZodType, Serialize>()

const compileSerializer = (schema: z.ZodType): Serialize =>
  fastJson(
    z.toJSONSchema(schema, {
      target: 'openapi-3.0',
      io: 'output',
      reused: 'inline',
      unrepresentable: 'any',
      // OpenAPI's form of `positive()` is not valid in current JSON Schema; bounds do not matter for serializing.
      override: ({ zodSchema, jsonSchema }) => {
        // A nullable object with a name is written without a type, which a union beside it does not allow.
        if (zodSchema instanceof z.ZodNullable && zodSchema.unwrap() instanceof z.ZodObject)
          jsonSchema.type ??= 'object'
        delete jsonSchema.exclusiveMinimum
        delete jsonSchema.exclusiveMaximum
      },
    }) as object,
  )

/**
 * Serializes replies with fast-json-stringify from the zod schema.
 *
 * It drops keys that the contract does not name and throws if one is missing, at a third of the cost of running zod on
 * every reply. Compiling a serializer takes milliseconds, and compiling all of them would delay the start: each
 * is compiled for its first reply, and shared by all routes with the same schema.
 */
export const serializerCompiler: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  if (!(schema instanceof z.ZodType)) return JSON.stringify
  return (reply) => {
    const compiled = serializers.get(schema)
    if (compiled) return compiled(reply)
    const serialize = compileSerializer(schema)
    serializers.set(schema, serialize)
    return serialize(reply)
  }
}
