import type { User } from '@purple-sector/contracts/identity/http'
import type { QueryClient } from '@tanstack/react-query'
import { userQuery } from './user-query.ts'

/** Shows the user as a reply to a save has it. A request sent before the save must not bring the old one back. */
export const showSavedUser = async (user: User, client: QueryClient): Promise<void> => {
  await client.cancelQueries({ queryKey: userQuery.queryKey })
  client.setQueryData(userQuery.queryKey, user)
}
