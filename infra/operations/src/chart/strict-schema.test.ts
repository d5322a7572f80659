import { expect, test } from 'vitest'
import { strictCustomSchema, strictSchemaOf } from './strict-schema.ts'

const schemas = {
  Pod: {
    type: 'object',
    description: 'A pod.',
    'x-kubernetes-group-version-kind': [],
    properties: {
      // A field may have the name of a keyword.
      description: { type: 'string', description: 'What it is for.' },
      port: { $ref: '#/components/schemas/Port' },
      spec: { default: {}, allOf: [{ $ref: '#/components/schemas/Spec' }] },
    },
  },
  Port: { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
  Spec: { type: 'object', properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } } },
  Unused: { type: 'object' },
}

test('keeps the needed definitions, and rejects unknown fields', () => {
  expect(strictSchemaOf(schemas, 'Pod')).toEqual({
    $ref: '#/definitions/Pod',
    definitions: {
      Pod: {
        type: 'object',
        properties: {
          description: { type: 'string' },
          port: { $ref: '#/definitions/Port' },
          spec: { $ref: '#/definitions/Spec' },
        },
        additionalProperties: false,
      },
      Port: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      Spec: {
        type: 'object',
        properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } },
        additionalProperties: false,
      },
    },
  })
})

test('names a schema that the document lacks', () => {
  expect(() => strictSchemaOf(schemas, 'Job')).toThrow('The document has no schema Job.')
})

test('leaves what a custom resource keeps open open', () => {
  const schema = {
    type: 'object',
    properties: {
      metadata: { type: 'object', properties: {} },
      spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: { type: 'string' } } },
    },
  }
  expect(strictCustomSchema(schema)).toEqual({
    type: 'object',
    properties: { metadata: { type: 'object' }, spec: { type: 'object', properties: { a: { type: 'string' } } } },
    additionalProperties: false,
  })
  expect(() => strictCustomSchema({ type: 'string' })).toThrow('has properties')
})
