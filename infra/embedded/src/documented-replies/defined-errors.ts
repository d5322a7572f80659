import { ROUTES } from '@purple-sector/contracts/all-routes'
import { openapiPath, type RouteDefinition } from '@purple-sector/contracts/route'

const PROVOKED = ['400', '403', '404', '409']

/** Error statuses in the definitions of calls, such as `409`, except those that need too many calls. */
export const definedErrorStatuses: ReadonlyMap<string, readonly string[]> = new Map(
  ROUTES.map(({ method, path, refusals = {} }: RouteDefinition) => [
    `${method} ${openapiPath(path)}`,
    Object.keys(refusals).filter((status) => PROVOKED.includes(status)),
  ]),
)
