import { openapiPath, type RouteAccess, type RouteDefinition } from '@purple-sector/contracts/route'
import { z } from 'zod'
import { describeRefusals, referredSchemas } from './openapi.ts'

/*
 * Writes the reference of the public interface as Markdown, a page per service, from the OpenAPI document.
 */

type Schema = {
  $ref?: string
  type?: string
  format?: string
  description?: string
  nullable?: boolean
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  minimum?: number
  maximum?: number
  exclusiveMinimum?: boolean
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
}

const content = z.record(z.string(), z.object({ schema: z.custom<Schema>() }))
const operationSchema = z.object({
  parameters: z
    .array(z.object({ in: z.string(), name: z.string(), required: z.boolean().optional(), schema: z.custom<Schema>() }))
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
})
const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ schemas: z.record(z.string(), z.custom<Schema>()) }),
})
type Operation = z.infer<typeof operationSchema>

const CALLERS: Record<RouteAccess, string> = {
  public: 'anybody',
  'open-data': 'anybody, also other sites',
  user: 'fans',
  admin: 'administrators',
}

const INDENT = '  '
/** Objects up to this length stay on one line. */
const MAX_LINE = 80
/** Bounds of JavaScript's whole numbers, which say nothing. */
const isBound = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER

const range = (least: number | undefined, most: number | undefined, unit: string): string | undefined => {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (most !== undefined) return `at most ${most}${unit}`
  return least !== undefined && least > 0 ? `at least ${least}${unit}` : undefined
}

/** What the type of a field does not say: its range, its default, its description. */
const remarkOf = (schema: Schema): string => {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength, minItems, maxItems, description } = schema
  const least = isBound(minimum) ? minimum + (exclusiveMinimum ? 1 : 0) : undefined
  const remarks = [
    description,
    range(least, isBound(maximum) ? maximum : undefined, ''),
    range(minLength, maxLength, ' characters'),
    range(minItems, maxItems, ' items'),
    schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`,
  ].filter((remark) => remark !== undefined)
  return remarks.length === 0 ? '' : ` // ${remarks.join('; ')}`
}

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.replace('#/components/schemas/', '')

/** A schema as a TypeScript type; `indent` is that of its line. */
const typeOf = (schema: Schema, indent = ''): string => {
  const type = bareTypeOf(schema, indent)
  return schema.nullable === true && type !== 'null' ? `${type} | null` : type
}

const objectTypeOf = ({ properties = {}, required = [] }: Schema, indent: string): string => {
  const fields = Object.entries(properties).map(([name, field]) => {
    const optional = required.includes(name) ? '' : '?'
    return { text: `${name}${optional}: ${typeOf(field, indent + INDENT)}`, remark: remarkOf(field) }
  })
  const line = `{ ${fields.map(({ text }) => text).join(', ')} }`
  const fitsInLine = line.length <= MAX_LINE && !line.includes('\n') && fields.every(({ remark }) => remark === '')
  if (fitsInLine) return fields.length === 0 ? '{}' : line
  const lines = fields.map(({ text, remark }) => `${indent}${INDENT}${text}${remark}`)
  return `{\n${lines.join('\n')}\n${indent}}`
}

const bareTypeOf = (schema: Schema, indent: string): string => {
  const { type, anyOf, oneOf, allOf, items, properties, additionalProperties } = schema
  const name = nameOf(schema)
  if (name !== undefined) return name
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = anyOf ?? oneOf
  if (options) return [...new Set(options.map((option) => typeOf(option, indent)))].join(' | ')
  if (allOf) return allOf.map((part) => typeOf(part, indent)).join(' & ')
  if (items) {
    const item = typeOf(items, indent)
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`
  }
  if (properties) return objectTypeOf(schema, indent)
  if (typeof additionalProperties === 'object') return `Record<string, ${typeOf(additionalProperties, indent)}>`
  if (type === 'integer') return 'number'
  return type ?? 'unknown'
}

const typeBlock = (text: string): string => `\`\`\`ts\n${text}\n\`\`\``

const queryOf = ({ parameters }: Operation): string => {
  const fields = parameters.filter((parameter) => parameter.in === 'query')
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]))
  const required = fields.filter((field) => field.required).map(({ name }) => name)
  return fields.length === 0 ? '' : typeBlock(`type Query = ${objectTypeOf({ properties, required }, '')}`)
}

const bodyOf = ({ requestBody }: Operation): string => {
  const media = Object.entries(requestBody?.content ?? {})
  const json = media.find(([type]) => type === 'application/json')?.[1].schema
  const others = media.map(([type]) => type).filter((type) => type !== 'application/json')
  const forms = others.length === 0 ? [] : [`Body as \`${others.join('`, `')}\`${json ? ', or as JSON' : ''}.`]
  return [...forms, ...(json ? [typeBlock(`type Body = ${typeOf(json)}`)] : [])].join('\n\n')
}

/** Whether the text is a type's name or a list of it, which stands in a sentence. */
const isShort = (type: string): boolean => /^\w+(\[\])?( \| null)?$/.test(type)

const isError = (status: string): boolean => status.startsWith('4') || status.startsWith('5')

const repliesOf = ({ responses }: Operation): string => {
  const blocks: string[] = []
  const words = Object.entries(responses).flatMap(([status, { content }]) => {
    if (isError(status)) return []
    const [media] = Object.entries(content ?? {})
    if (!media) return [status]
    const [contentType, { schema }] = media
    if (contentType !== 'application/json') return [`${status} \`${contentType}\``]
    const type = typeOf(schema)
    if (isShort(type)) return [`${status} \`${type}\``]
    blocks.push(typeBlock(`type Reply = ${type}`))
    return [`${status} \`Reply\``]
  })
  return [`Replies: ${words.join(', ')}.`, ...new Set(blocks)].join('\n\n')
}

const paragraphs = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n')

const callOf = (definition: RouteDefinition, operation: Operation): string => {
  const { method, path, summary, access, acceptsKey, description = '' } = definition
  const errors = describeRefusals(definition)
  const callers = CALLERS[access] + (acceptsKey ? ', and programs with a key' : '')
  return paragraphs([
    `### ${method} ${path}`,
    `${summary}. For ${callers}.`,
    description,
    queryOf(operation),
    bodyOf(operation),
    repliesOf(operation),
    errors === undefined ? '' : `${errors}.`,
  ])
}

const shapeOf = (name: string, schema: Schema): string =>
  paragraphs([`### ${name}`, schema.description ?? '', typeBlock(`type ${name} = ${typeOf(schema)}`)])

const NOTE =
  'Generated from `packages/contracts` by `make api-docs`; do not edit. Conventions, errors of all calls and roles: ' +
  '[the public contract](../contract.md).'

/** Returns the pages by file name, `tipping.md`; `document` is the OpenAPI document of these routes. */
export const apiPages = (document: object, routes: readonly RouteDefinition[]): Map<string, string> => {
  const { paths, components } = documentSchema.parse(document)
  const operationOf = ({ method, path }: RouteDefinition): Operation => {
    const operation = paths[openapiPath(path)]?.[method.toLowerCase()]
    if (!operation) throw new Error(`The document has no ${method} ${path}.`)
    return operation
  }
  const services = Map.groupBy(routes, ({ service }) => service)
  return new Map(
    [...services].map(([service, definitions]) => {
      const operations = definitions.map(operationOf)
      const names = [...referredSchemas(operations, components.schemas)].filter((name) => name !== 'Error').toSorted()
      const title = `${service.charAt(0).toUpperCase()}${service.slice(1)}`
      const page = paragraphs([
        `# API: ${title}`,
        NOTE,
        '## Calls',
        ...definitions.map((definition, index) => callOf(definition, operations[index] as Operation)),
        '## Shapes',
        ...names.map((name) => shapeOf(name, components.schemas[name] ?? {})),
      ])
      return [`${service}.md`, `${page}\n`]
    }),
  )
}
