import { adminActed, muteChanged } from '@purple-sector/contracts/chat/events'
import type { Mute, MuteBody } from '@purple-sector/contracts/chat/http'
import { userSubject } from '@purple-sector/contracts/event'
import { type Database, databaseTime, type Transaction } from '@purple-sector/database'
import { entry, lockAndCheckDeleted, outbox } from '@purple-sector/messaging'
import type { Caller } from '@purple-sector/service-kit'
import { notReplicatedYet, retryUntilReplicated } from '@purple-sector/service-kit/calls/retry-until-replicated'
import { auditAction } from '@purple-sector/service-kit/data/audit'
import { ensureUsers, users } from '../projections/user-projection.ts'
import { assertMutable, isSameMute, noSuchUser, type StoredMute } from './mute.ts'
import { muteRepository } from './mute-repository.ts'

type Dependencies = { database: Database }

/** Locks a user exclusively: concurrent mutes run one after another, and the account is not deleted meanwhile. */
const lockUser = (sql: Transaction, userId: string) => lockAndCheckDeleted(sql, 'exclusive', userSubject(userId))

const auditStateOf = (mute: StoredMute | undefined) => mute && { until: mute.until.toISOString(), reason: mute.reason }

/** Mutes a user, or changes the end and reason of a mute; repeating the same mute changes nothing. */
export const mutePerson =
  ({ database }: Dependencies) =>
  (caller: Caller, userId: string, { until: requestedUntil, reason }: MuteBody): Promise<Mute> =>
    retryUntilReplicated(() =>
      database.transaction(async (sql) => {
        const { isDeleted } = await lockUser(sql, userId)
        if (isDeleted) throw noSuchUser()
        const person = await users(sql).where({ id: userId }).first('is_admin')
        if (!person) throw notReplicatedYet(noSuchUser())
        await ensureUsers(sql, [caller])
        const mutes = muteRepository(sql)
        const now = await databaseTime(sql)
        const until = new Date(requestedUntil)
        assertMutable({ isAdmin: person.is_admin }, until, now)
        const before = await mutes.find(userId, now)
        if (isSameMute(before, until, reason)) return mutes.read(userId)
        const mute: StoredMute = { until, reason, by: caller.userId, at: now }
        await mutes.save(userId, mute)
        const subject = { type: 'user', id: userId }
        const act = {
          at: now,
          action: 'person.muted',
          subject,
          before: auditStateOf(before) ?? null,
          after: auditStateOf(mute),
        }
        await outbox(sql).appendMany([
          entry(muteChanged, { userId, until: until.toISOString(), reason, deleted: false }),
          entry(adminActed, auditAction(caller, act)),
        ])
        return mutes.read(userId)
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
      const act = { at: now, action: 'person.unmuted', subject, before: auditStateOf(before), after: null }
      await outbox(sql).appendMany([
        entry(muteChanged, { userId, until: null, reason: '', deleted: false }),
        entry(adminActed, auditAction(caller, act)),
      ])
    })
