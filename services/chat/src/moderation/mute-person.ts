import { adminActed, muteChanged } from '@purple-sector/contracts/chat/events'
import type { Mute, MuteBody } from '@purple-sector/contracts/chat/http'
import { userKey } from '@purple-sector/contracts/event'
import { type Database, databaseTime, type Transaction } from '@purple-sector/database'
import { entry, lockAndCheckDeleted, outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { notReplicatedYet, retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import { ensureUsers, users } from '../projections/user-projection.ts'
import { assertMutable, isSame, noSuchUser, type StoredMute } from './mute.ts'
import { muteRepository } from './mute-repository.ts'

type Dependencies = { database: Database }

/** Locks a user exclusively: concurrent mutes run one after another, and the account is not deleted meanwhile. */
const lockUser = (sql: Transaction, userId: string) => lockAndCheckDeleted(sql, 'exclusive', userKey(userId))

const audited = (mute: StoredMute | undefined) => mute && { until: mute.until.toISOString(), reason: mute.reason }

/** Mutes a user, or changes the end and reason of a mute; repeating the same mute changes nothing. */
export const mutePerson =
  ({ database }: Dependencies) =>
  (caller: Caller, userId: string, { until: wanted, reason }: MuteBody): Promise<Mute> =>
    retryUntilReplicated(() =>
      database.transaction(async (sql) => {
        const { isDeleted } = await lockUser(sql, userId)
        if (isDeleted) throw noSuchUser()
        const person = await users(sql).where({ id: userId }).first('is_admin')
        if (!person) throw notReplicatedYet(noSuchUser())
        await ensureUsers(sql, [caller])
        const mutes = muteRepository(sql)
        const now = await databaseTime(sql)
        const until = new Date(wanted)
        assertMutable({ isAdmin: person.is_admin }, until, now)
        const before = await mutes.find(userId, now)
        if (isSame(before, until, reason)) return mutes.show(userId)
        const mute: StoredMute = { until, reason, by: caller.userId, at: now }
        await mutes.save(userId, mute)
        const subject = { type: 'user', id: userId }
        const act = { at: now, action: 'person.muted', subject, before: audited(before) ?? null, after: audited(mute) }
        await outbox(sql).appendMany([
          entry(muteChanged, { userId, until: until.toISOString(), reason, deleted: false }),
          entry(adminActed, auditAction(caller, act)),
        ])
        return mutes.show(userId)
      }),
    )

/** Lifts the mute of a user; does nothing if the user is not muted. */
export const liftMute =
  ({ database }: Dependencies) =>
  (caller: Caller, userId: string): Promise<void> =>
    database.transaction(async (sql) => {
      await lockUser(sql, userId)
      const mutes = muteRepository(sql)
      const now = await databaseTime(sql)
      const before = await mutes.find(userId, now)
      await mutes.remove(userId)
      if (!before) return
      const subject = { type: 'user', id: userId }
      const act = { at: now, action: 'person.unmuted', subject, before: audited(before), after: null }
      await outbox(sql).appendMany([
        entry(muteChanged, { userId, until: null, reason: '', deleted: false }),
        entry(adminActed, auditAction(caller, act)),
      ])
    })
