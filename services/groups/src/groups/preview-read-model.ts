import type { GroupPreview } from '@purple-sector/contracts/groups/http'
import type { Database } from '@purple-sector/database'
import { noSuchInvite } from '../members/join-group.ts'
import { IS_PRESENT, LEFT_JOIN_WEEKEND } from './group-presence-sql.ts'

type Row = Omit<GroupPreview, 'weekend'> & { weekend: string | null; startDate: string | null }

/** Reads the preview of a group by its link, for visitors who are not signed in. */
export const previewOf = async (database: Database, inviteCode: string): Promise<GroupPreview> => {
  const { rows } = await database.raw<{ rows: Row[] }>(
    `select g.name, g.description, g.member_count as "memberCount", g.is_private as "isPrivate",
       w.name as weekend, w.start_date as "startDate",
       g.season_id is not null as "allSeason", g.season_count_best as "countBest"
     from groups g ${LEFT_JOIN_WEEKEND} where ${IS_PRESENT} and g.invite_code = ?`,
    [inviteCode],
  )
  const [row] = rows
  if (!row) throw noSuchInvite()
  const { weekend, startDate, ...group } = row
  return { ...group, weekend: weekend === null || startDate === null ? null : { name: weekend, startDate } }
}
