import type { Mute } from '@purple-sector/contracts/chat/http'
import { displayName, type Names } from '@purple-sector/contracts/identity/display-name'
import { type Database, type Transaction, table } from '@purple-sector/database'
import type { StoredMute } from './mute.ts'
import { type Moderator, moderatorName, NO_NAMES, namesOf } from './names.ts'

type MuteRow = { user_id: string; until: Date; reason: string; by_id: string; at: Date }
const mutes = table<MuteRow>('mutes')

/** Rows returned; the list is short because mutes end within a week. */
const MAX_LISTED = 500

type Row = MuteRow & { person: Names | null; muter: Moderator | null }

const muteOf = ({ user_id: userId, until, reason, at, person, muter }: Row): Mute => ({
  userId,
  userName: displayName(person ?? NO_NAMES),
  until: until.toISOString(),
  reason,
  by: moderatorName(muter),
  at: at.toISOString(),
})

/** Reads and writes mutes; a mute that has ended counts as none. */
export const muteRepository = (sql: Database | Transaction) => {
  const list = async (where: string, bindings: object): Promise<Mute[]> => {
    const { rows } = await sql.raw<{ rows: Row[] }>(
      `select mutes.*, ${namesOf('person')} as person, ${namesOf('muter')} as muter
       from mutes left join users person on person.id = mutes.user_id left join users muter on muter.id = mutes.by_id
       where mutes.until > clock_timestamp() and ${where}
       order by mutes.at desc, mutes.user_id limit :limit`,
      { ...bindings, limit: MAX_LISTED },
    )
    return rows.map(muteOf)
  }

  return {
    /** Active mutes, newest first. */
    list: () => list('true', {}),

    async read(userId: string): Promise<Mute> {
      const [mute] = await list('mutes.user_id = :userId', { userId })
      if (!mute) throw new Error(`${userId} is not muted`)
      return mute
    },

    async find(userId: string, now: Date): Promise<StoredMute | undefined> {
      const row = await mutes(sql).where({ user_id: userId }).where('until', '>', now).first()
      return row && { until: row.until, reason: row.reason, by: row.by_id, at: row.at }
    },

    /** Lists mutes by user, also those that have ended, after this user. */
    async listAfter(userId: string, limit: number): Promise<{ userId: string; until: Date; reason: string }[]> {
      const rows = await mutes(sql).where('user_id', '>', userId).orderBy('user_id').limit(limit)
      return rows.map(({ user_id, until, reason }) => ({ userId: user_id, until, reason }))
    },

    async save(userId: string, { until, reason, by, at }: StoredMute): Promise<void> {
      await mutes(sql).insert({ user_id: userId, until, reason, by_id: by, at }).onConflict('user_id').merge()
    },

    async remove(userId: string): Promise<void> {
      await mutes(sql).where({ user_id: userId }).delete()
    },
  }
}
