import { userSubject } from '@purple-sector/contracts/event'
import { userChanged } from '@purple-sector/contracts/identity/events'
import type { Transaction } from '@purple-sector/database'
import { markDeleted, on } from '@purple-sector/messaging'
import type { z } from 'zod'
import { autoTipRepository } from '../auto-tips/auto-tip-repository.ts'
import { removeOpenJokersOf } from '../jokers/returned-jokers-sql.ts'
import { sortName } from './sort-name.ts'

export type UserData = z.infer<typeof userChanged.data>

const NO_NAMES = { username: null, firstName: null, lastName: null, profileImageUrl: null, avatarConfig: null }

/** Stores the user, only the id of a deleted one; returns true if boards change. */
const save = async (sql: Transaction, user: UserData): Promise<boolean> => {
  const visible = user.deleted ? NO_NAMES : user
  const { rows } = await sql.raw<{ rows: unknown[] }>(
    `insert into users as u (id, username, first_name, last_name, sort_name, profile_image_url, avatar_config)
     values (:id, :username, :firstName, :lastName, :sortName, :profileImageUrl, :avatarConfig::jsonb)
     on conflict (id) do update set username = excluded.username, first_name = excluded.first_name,
       last_name = excluded.last_name, sort_name = excluded.sort_name,
       profile_image_url = excluded.profile_image_url, avatar_config = excluded.avatar_config
     where (u.username, u.first_name, u.last_name, u.profile_image_url, u.avatar_config) is distinct from
       (excluded.username, excluded.first_name, excluded.last_name, excluded.profile_image_url, excluded.avatar_config)
     returning 1`,
    {
      id: user.id,
      username: visible.username,
      firstName: visible.firstName,
      lastName: visible.lastName,
      sortName: sortName(visible),
      profileImageUrl: visible.profileImageUrl,
      avatarConfig: visible.avatarConfig === null ? null : JSON.stringify(visible.avatarConfig),
    },
  )
  return rows.length > 0
}

/** Stores whether the user wants automatic tips, and nudges. */
const setChoices = async (sql: Transaction, { id, autoTip, nudges }: UserData): Promise<void> => {
  const changed = await sql('users').where({ id }).whereNot({ auto_tip: autoTip }).update({ auto_tip: autoTip })
  if (changed > 0 && autoTip) await autoTipRepository(sql).retryAll()
  await sql('users').where({ id }).whereNot({ nudges }).update({ nudges })
}

/**
 * Applies the state of a user. Standings are not written here: the refresh of boards applies the new name and gives
 * each board a new version. Jokers of a deleted account that have not locked go.
 */
export const projectUser = async (sql: Transaction, user: UserData): Promise<void> => {
  if (user.deleted) {
    // Waits for a joker that is being played, so that the removal finds it.
    await markDeleted(sql, userSubject(user.id))
    await removeOpenJokersOf(sql, user.id)
  }
  const changesBoards = await save(sql, user)
  await setChoices(sql, user)
  if (changesBoards)
    await sql.raw('insert into users_to_refresh (user_id) values (?) on conflict do nothing', [user.id])
}

export const onUserChanged = on(userChanged, ({ data }, sql) => projectUser(sql, data))
