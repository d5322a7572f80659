/*
 * Schemas for kubeconform, from what an API server or a custom resource publishes: without descriptions, and with
 * unknown fields as errors, because the API server drops a misspelt field without a word.
 */

type Json = null | boolean | number | string | Json[] | JsonObject
type JsonObject = { [key: string]: Json }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const PREFIX = '#/components/schemas/'
const INT_OR_STRING = { oneOf: [{ type: 'string' }, { type: 'integer' }] }

/** Keywords that kubeconform needs not know: prose, defaults, and notes for `kubectl apply`. */
const isKept = (keyword: string): boolean =>
  !['description', 'default', 'example', 'externalDocs'].includes(keyword) && !keyword.startsWith('x-')

const nameOf = (reference: string): string => reference.slice(PREFIX.length)

const strictProperties = (properties: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, strict(schema)]))

/** A reference beside a default or a description is published as `allOf` of one schema. */
const strict = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map(strict)
  if (!isObject(schema)) return schema
  const { allOf } = schema
  if (Array.isArray(allOf) && allOf.length === 1 && isObject(allOf[0])) return strict(allOf[0])
  if (schema.format === 'int-or-string' || schema['x-kubernetes-int-or-string'] === true) return INT_OR_STRING
  const kept: JsonObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (!isKept(keyword)) continue
    if (keyword === '$ref' && typeof value === 'string') kept.$ref = `#/definitions/${nameOf(value)}`
    else kept[keyword] = keyword === 'properties' && isObject(value) ? strictProperties(value) : strict(value)
  }
  const isOpen = kept.additionalProperties !== undefined || schema['x-kubernetes-preserve-unknown-fields'] === true
  if (isObject(kept.properties) && !isOpen) kept.additionalProperties = false
  return kept
}

const referencesIn = (schema: Json): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn)
  if (!isObject(schema)) return []
  const own = typeof schema.$ref === 'string' ? [schema.$ref.slice('#/definitions/'.length)] : []
  return [...own, ...Object.values(schema).flatMap(referencesIn)]
}

/**
 * Returns the strict schema of a kind in an OpenAPI v3 document of an API server, with the definitions it needs.
 *
 * @param name of its schema, such as `io.k8s.api.apps.v1.Deployment`
 */
export const strictSchemaOf = (schemas: JsonObject, name: string): JsonObject => {
  const definitions: JsonObject = {}
  const add = (next: string): void => {
    if (next in definitions) return
    const source = schemas[next]
    if (source === undefined) throw new Error(`The document has no schema ${next}.`)
    const definition = strict(source)
    definitions[next] = definition
    referencesIn(definition).forEach(add)
  }
  add(name)
  return { $ref: `#/definitions/${name}`, definitions }
}

/** Returns the strict schema of a custom resource: its `openAPIV3Schema`. */
export const strictCustomSchema = (schema: JsonObject): JsonObject => {
  const result = strict(schema)
  if (!isObject(result) || !isObject(result.properties)) throw new Error('A custom resource has properties.')
  // Kubernetes validates metadata itself.
  result.properties.metadata = { type: 'object' }
  return result
}
