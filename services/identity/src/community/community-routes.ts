import { identityRoutes } from '@purple-sector/contracts/identity/routes'
import { type App, registerRoute } from '@purple-sector/service-kit'
import type { IdentityDependencies } from '../dependencies.ts'
import { communityReadModel } from './community-read-model.ts'

/** Routes of the users at the track, and of teams. */
export const communityRoutes =
  ({ database }: IdentityDependencies) =>
  async (app: App) => {
    const community = communityReadModel(database)

    registerRoute(app, identityRoutes.listTracksideUsers, ({ query: { weekendId } }) => community.trackside(weekendId))
    registerRoute(app, identityRoutes.listTeamUsers, ({ query: { weekendId } }) => community.teams(weekendId))
  }
