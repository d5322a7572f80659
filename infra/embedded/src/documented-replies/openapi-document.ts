import { Ajv, type ValidateFunction } from 'ajv'
import { z } from 'zod'

const content = z.record(z.string(), z.object({ schema: z.unknown() }))
const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(z.object({ in: z.string(), name: z.string() })).default([]),
        security: z.array(z.unknown()).optional(),
        requestBody: z.object({ content }).optional(),
        responses: z.record(z.string(), z.object({ content: content.optional() })),
      }),
    ),
  ),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

/** One operation of the document, such as `GET /api/weekends/{id}`. */
export type Operation = {
  name: string
  method: string
  path: string
  /** Whether it can be called without a session. */
  isOpen: boolean
  /** Names of its query parameters. */
  queries: readonly string[]
  /** Accepted content types of its body. */
  contentTypes: readonly string[]
  /** Documented statuses: `200`, `304`, `4XX`. */
  statuses: readonly string[]
  /** Returns every deviation of a reply from the documentation; a null text is not compared. */
  deviationsOf(reply: { status: number; contentType: string | null; text: string | null }): string[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Translates OpenAPI 3.0 keywords to JSON Schema, and forbids undocumented properties of objects. */
const toJsonSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(toJsonSchema)
  if (!isObject(schema)) return schema
  const { nullable, exclusiveMinimum, exclusiveMaximum, example: _, ...rest } = schema
  const jsonSchema: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'enum' ? value : toJsonSchema(value)]),
  )
  if (isObject(jsonSchema.properties)) jsonSchema.additionalProperties ??= false
  if (exclusiveMinimum === true) jsonSchema.exclusiveMinimum = jsonSchema.minimum
  if (exclusiveMaximum === true) jsonSchema.exclusiveMaximum = jsonSchema.maximum
  return nullable === true ? { anyOf: [jsonSchema, { type: 'null' }] } : jsonSchema
}

const parseJson = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Reads the operations of an OpenAPI document, each with a validator of its replies. */
export const readDocument = (json: unknown): readonly Operation[] => {
  const { paths, components } = documentSchema.parse(json)
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false, multipleOfPrecision: 6 })
  ajv.addSchema({ $id: 'document', components: toJsonSchema(components) as object })
  /** Makes references absolute, so that ajv finds them within the document. */
  const withAbsoluteReferences = (schema: unknown): unknown =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))

  const operationOf = (path: string, method: string, definition: (typeof paths)[string][string]): Operation => {
    const { responses, parameters, security, requestBody } = definition
    const validators = new Map<string, ValidateFunction>()
    const validatorOf = (status: string, type: string, schema: unknown): ValidateFunction => {
      const key = `${status} ${type}`
      const validator = validators.get(key) ?? ajv.compile(withAbsoluteReferences(toJsonSchema(schema)) as object)
      validators.set(key, validator)
      return validator
    }
    return {
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      isOpen: security?.length === 0,
      queries: parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : [])),
      contentTypes: Object.keys(requestBody?.content ?? {}),
      statuses: Object.keys(responses),
      deviationsOf({ status, contentType, text }) {
        const documentedStatus = [String(status), `${Math.floor(status / 100)}XX`].find((name) => name in responses)
        if (documentedStatus === undefined) return [`the status ${status} is not documented`]
        const types = responses[documentedStatus]?.content
        if (!types) return text === '' || text === null ? [] : [`a ${documentedStatus} is documented without a body`]
        const type = contentType?.split(';')[0] ?? 'none'
        const media = types[type]
        if (!media)
          return [`${documentedStatus} has the content type ${type}; documented are ${Object.keys(types).join(', ')}`]
        if (text === null) return []
        if (type !== 'application/json') return text === '' ? [`${documentedStatus} is empty`] : []
        const json = parseJson(text)
        if (!json) return [`${documentedStatus} is not JSON: ${text.slice(0, 100)}`]
        const validate = validatorOf(documentedStatus, type, media.schema)
        if (validate(json.value)) return []
        return (validate.errors ?? []).map(
          ({ instancePath, message, params }) =>
            `${documentedStatus}${instancePath} ${message} ${JSON.stringify(params)}`,
        )
      },
    }
  }

  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, definition]) => operationOf(path, method, definition)),
  )
}
