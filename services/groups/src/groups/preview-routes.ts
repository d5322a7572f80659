import { groupsRoutes } from '@purple-sector/contracts/groups/routes'
import type { Database } from '@purple-sector/database'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { addressKey, addressOf } from '@purple-sector/service-kit/http/client-address'
import type { RateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { previewOf } from './preview-read-model.ts'

/** Codes cannot be guessed: the limit protects against load from one address. */
export const previewRoutes =
  (dependencies: { database: Database; previews: Pick<RateLimit, 'count'> }) => async (app: App) => {
    const { database, previews } = dependencies
    registerRoute(app, groupsRoutes.previewGroup, async (request) => {
      await previews.count(addressKey(addressOf(request)))
      return previewOf(database, request.params.inviteCode)
    })
  }
