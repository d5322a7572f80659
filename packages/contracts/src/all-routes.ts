import { adminRoutes } from './admin/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { engagementRoutes } from './engagement/routes.ts'
import { groupsRoutes } from './groups/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import type { RouteDefinition } from './route.ts'
import { tippingRoutes } from './tipping/routes.ts'
import { weekendsRoutes } from './weekends/routes.ts'

const routesOf = (definitions: Record<string, RouteDefinition>): RouteDefinition[] => Object.values(definitions)

/** All public calls of all services. */
export const ROUTES: readonly RouteDefinition[] = [
  ...routesOf(identityRoutes),
  ...routesOf(weekendsRoutes),
  ...routesOf(tippingRoutes),
  ...routesOf(adminRoutes),
  ...routesOf(groupsRoutes),
  ...routesOf(chatRoutes),
  ...routesOf(engagementRoutes),
]
