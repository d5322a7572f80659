import { useUser } from '../../session/user-query.ts'
import { type OwnRows, ownEntry } from './pages.ts'

/** Returns the fan's own row in loaded pages of a leaderboard; undefined while no page has it. */
export const useOwnStanding = <Row extends { userId: string }>(pages: Iterable<OwnRows<Row>>): Row | undefined => {
  const user = useUser()
  return user ? ownEntry(pages, user.id) : undefined
}
