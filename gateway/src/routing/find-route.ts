import { ROUTES } from '@purple-sector/contracts/all-routes'
import type { RouteDefinition } from '@purple-sector/contracts/route'

/** A public call, as the contracts define it. */
export type Route = RouteDefinition

type Step = { kind: 'word'; word: string } | { kind: 'parameter' }

const stepsOf = (path: string): Step[] =>
  path
    .slice(1)
    .split('/')
    .map((part): Step => (part.startsWith(':') ? { kind: 'parameter' } : { kind: 'word', word: part }))

const fits = (steps: readonly Step[], segments: readonly string[]): boolean =>
  steps.length === segments.length &&
  steps.every((step, index) => step.kind === 'parameter' || step.word === segments[index])

/** Sorts a word before a parameter at the same place. */
const precedence = (path: string): string => path.replaceAll(/:\w+/g, '\uffff')

/** All calls, words before parameters, by the second segment of their paths (`/api/<word>/…`). */
const rows = Map.groupBy(
  ROUTES.toSorted((a, b) => (precedence(a.path) < precedence(b.path) ? -1 : 1)).map((route) => ({
    route,
    steps: stepsOf(route.path),
  })),
  ({ steps: [, second] }) => (second?.kind === 'word' ? second.word : ''),
)

const rowsAt = (segments: readonly string[]) =>
  rows.get(segments[1] ?? '')?.filter(({ steps }) => fits(steps, segments)) ?? []

/** Open data is served without a session, whatever the method; HEAD is served like GET. */
const accepts = ({ method, access, hasNoHead }: Route, requested: string): boolean =>
  method === requested || access === 'open-data' || (requested === 'HEAD' && method === 'GET' && !hasNoHead)

/** Finds the call of a decoded path, case-sensitive; words win over parameters, as in Fastify. */
export const findRoute = (method: string, segments: readonly string[]): Route | undefined =>
  rowsAt(segments).find(({ route }) => accepts(route, method))?.route

/** Whether the last segment is free text, in which an encoded slash is no separator. */
export const endsInText = (segments: readonly string[]): boolean =>
  rowsAt(segments).some(({ route }) => route.endsInText)

/** Whether a visitor may call it: everyone, or a program by its key, which the service checks. */
export const isAnonymous = ({ access, acceptsKey }: Route): boolean =>
  access === 'public' || access === 'open-data' || acceptsKey === true

/** Whether the body may be a file. */
export const isUpload = ({ consumes }: Route): boolean => consumes?.includes('multipart/form-data') ?? false
