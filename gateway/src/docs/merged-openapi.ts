import { z } from 'zod'
import { routeOf } from '../route-table.ts'

const anyRecord = z.record(z.string(), z.unknown())
const documentSchema = z.object({
  openapi: z.string().default('3.0.3'),
  paths: anyRecord.default({}),
  components: z
    .object({ schemas: anyRecord.default({}) })
    .partial()
    .default({}),
})

const TITLE = {
  title: 'Purple Sector',
  version: '1',
  description:
    'The public interface. Everything but signing in needs the session cookie; errors have the body `Error`. ' +
    'What goes over `/ws` is described in docs/realtime.md.',
}

const operationSchema = z.looseObject({ responses: anyRecord })

/** Adds 304 to reads from memory, which have a validator even if their service does not declare one. */
const withNotModified = ([path, methods]: [string, unknown]): [string, unknown] => {
  const { get, ...otherMethods } = anyRecord.parse(methods)
  if (get === undefined || !routeOf(path.split('/').slice(1))?.read) return [path, methods]
  const { responses, ...operation } = operationSchema.parse(get)
  return [
    path,
    { ...otherMethods, get: { ...operation, responses: { 304: { description: 'As before' }, ...responses } } },
  ]
}

/** Merges the services' documents into one: their public paths and the schemas these name. */
export const mergeOpenapi = (documents: readonly unknown[]): Record<string, unknown> => {
  const parsed = documents.map((document) => documentSchema.parse(document))
  const paths = parsed
    .flatMap((document) => Object.entries(document.paths))
    .filter(([path]) => path.startsWith('/api/'))
  const schemas = parsed.flatMap(({ components }) => Object.entries(components.schemas ?? {}))
  const sorted = paths.sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    openapi: parsed[0]?.openapi ?? '3.0.3',
    info: TITLE,
    paths: Object.fromEntries(sorted.map(withNotModified)),
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    },
    security: [{ session: [] }],
  }
}
