import type { ChatPerson } from '@purple-sector/contracts/chat/http'
import { displayName } from '@purple-sector/contracts/identity/display-name'
import type { Database } from '@purple-sector/database'
import { users } from '../projections/user-projection.ts'

/** Lists the users who still have an account, with their current display names. */
export const listPeople = async (database: Database, ids: readonly string[]): Promise<ChatPerson[]> => {
  const rows = await users(database)
    .whereIn('id', ids)
    .orderBy('id')
    .select('id', 'username', 'first_name', 'last_name')
  return rows.map(({ id, username, first_name: firstName, last_name: lastName }) => ({
    userId: id,
    userName: displayName({ username, firstName, lastName }),
  }))
}
