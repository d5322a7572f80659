import type { Race } from '@purple-sector/contracts/weekends/http'
import { useIsPast } from '../../lib/server-clock.ts'

/** Whether a session is closed for tips: as told, or because its deadline has come by the server's clock. */
export const useIsLocked = ({ locked, deadline }: Pick<Race, 'locked' | 'deadline'>): boolean => {
  const isPast = useIsPast(deadline)
  return locked || isPast
}
