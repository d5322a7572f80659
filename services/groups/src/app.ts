import {
  assembleService,
  createApp,
  type Platform,
  type Service,
  startIdempotencySweep,
} from '@purple-sector/service-kit'
import { askTipping } from './ask-tipping.ts'
import { committing } from './commit.ts'
import type { Config } from './config.ts'
import type { GroupsDependencies } from './dependencies.ts'
import { startGroupRemoval } from './groups/delete-group.ts'
import { groupRoutes } from './groups/group-routes.ts'
import { previewRoutes } from './groups/preview-routes.ts'
import { internalRoutes } from './internal-routes.ts'
import { memberRoutes } from './members/member-routes.ts'
import { republishers } from './republishers.ts'
import { subscriptions } from './subscriptions.ts'

/** Groups, who is in them, and who is invited. */
export const buildGroups = async (platform: Platform, _config: Config): Promise<Service> => {
  const { database, cache, calls, log, verifyIdentity, internalSecret } = platform
  const app = createApp({ service: 'groups', log, verifyIdentity, internalSecret, isReady: () => service.isReady() })
  const tipping = askTipping(calls, log)
  const dependencies: GroupsDependencies = {
    database,
    commit: committing({ database, tipping }),
    tipping,
    // Nobody can be invited yet.
    findInvitation: async () => undefined,
  }

  app.register(groupRoutes(dependencies))
  app.register(memberRoutes(dependencies))
  app.register(previewRoutes({ database, cache }))
  app.register(internalRoutes(database))

  const service = assembleService({
    name: 'groups',
    platform,
    app,
    reactions: subscriptions,
    republishers,
    tasks: [() => startIdempotencySweep(platform), () => startGroupRemoval(platform)],
  })
  return service
}
