import { openapiPath } from '@purple-sector/contracts/route'
import type { RecordedReply } from '@purple-sector/testing/runs/record-replies'
import type { Operation } from './openapi-document.ts'

/** What is wrong with the replies of one operation; `problems` is empty if nothing is. */
export type Comparison = { name: string; problems: string[] }

const MAX_PROBLEMS = 20

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`)

/** Finds the operation of a reply: by its route's pattern, else by its path, of which a fixed segment is preferred. */
const operationFinder = (operations: readonly Operation[]) => {
  const patterns = operations
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }))
    .toSorted((a, b) => (a.operation.path.match(/\{/g)?.length ?? 0) - (b.operation.path.match(/\{/g)?.length ?? 0))
  return ({ method, path }: RecordedReply): Operation | undefined => {
    const route = openapiPath(path)
    return patterns.find(
      ({ operation, pattern }) =>
        operation.method === method && (operation.path === route || (!path.includes('/:') && pattern.test(path))),
    )?.operation
  }
}

/**
 * Compares recorded replies with the document: each must match it, and each documented status must have been seen but for
 * `unseen`, whose entries must be needed and name a documented operation. `errors` are the statuses of errors that calls
 * define, by operation name.
 */
export const compareSeenReplies = (
  operations: readonly Operation[],
  replies: readonly RecordedReply[],
  { errors, unseen }: { errors: ReadonlyMap<string, readonly string[]>; unseen: Readonly<Record<string, string>> },
): Comparison[] => {
  const find = operationFinder(operations)
  const repliesOf = Map.groupBy(replies, find)
  const isOf = (name: string, operation: Operation): boolean => name.startsWith(`${operation.name} `)
  const comparisons = operations.map((operation) => {
    const seen = repliesOf.get(operation) ?? []
    const statuses = new Set(seen.map(({ status }) => String(status)))
    const deviations = seen.flatMap((reply) =>
      operation.deviationsOf(reply).map((deviation) => `${reply.status} of ${reply.path}: ${deviation}`),
    )
    const documented = [...operation.statuses, ...(errors.get(operation.name) ?? [])]
    const missing = [...new Set(documented)]
      // `4XX` and `5XX` document any other error.
      .filter((status) => !status.endsWith('XX') && !statuses.has(status))
      .filter((status) => unseen[`${operation.name} ${status}`] === undefined)
      .map((status) => `no test has seen a ${status}: let a test of its service make such a call`)
    const needless = Object.keys(unseen)
      .filter((name) => isOf(name, operation) && statuses.has(name.split(' ').at(-1) ?? ''))
      .map((name) => `${name} has been seen: remove it from UNSEEN_REPLIES`)
    return { name: operation.name, problems: [...new Set(deviations), ...missing, ...needless].slice(0, MAX_PROBLEMS) }
  })
  const obsolete = Object.keys(unseen)
    .filter((name) => !operations.some((operation) => isOf(name, operation)))
    .map((name) => ({ name, problems: ['this operation is not documented: remove it from UNSEEN_REPLIES'] }))
  return [...comparisons, ...obsolete]
}
