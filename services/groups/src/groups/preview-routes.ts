import type { GroupPreview } from '@purple-sector/contracts/groups/http'
import { groupsRoutes } from '@purple-sector/contracts/groups/routes'
import type { Database } from '@purple-sector/database'
import { type App, registerRoute } from '@purple-sector/service-kit'
import { addressKey, addressOf } from '@purple-sector/service-kit/http/client-address'
import type { RateLimit } from '@purple-sector/service-kit/http/rate-limit'
import { noSuchInvite } from '../members/join-group.ts'

type Row = Omit<GroupPreview, 'weekend'> & { weekend: string; startDate: string }

/** Reads the preview of a group by its link, for visitors who are not signed in. */
const previewOf = async (database: Database, inviteCode: string): Promise<GroupPreview> => {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `select g.name, g.description, g.member_count as "memberCount", g.is_private as "isPrivate",
       w.name as weekend, w.start_date as "startDate"
     from groups g join weekends w on w.id = g.weekend_id where g.invite_code = ?`,
    [inviteCode],
  )
  const [row] = rows
  if (!row) throw noSuchInvite()
  const { weekend, startDate, ...group } = row
  return { ...group, weekend: { name: weekend, startDate } }
}

/** Codes cannot be guessed: the limit protects against load from one address. */
export const previewRoutes =
  (dependencies: { database: Database; previews: Pick<RateLimit, 'count'> }) => async (app: App) => {
    const { database, previews } = dependencies
    registerRoute(app, groupsRoutes.previewGroup, async (request) => {
      await previews.count(addressKey(addressOf(request)))
      return previewOf(database, request.params.inviteCode)
    })
  }
