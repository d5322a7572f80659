import { hashKey, type QueryClient } from '@tanstack/react-query'
import { setDelay } from '../../lib/spoiler/delay.ts'
import { userQuery } from '../session/user-query.ts'

const USER = hashKey(userQuery.queryKey)

/**
 * Holds racing back as the signed-in fan has chosen, from the moment on at which that is known: before anything of theirs is
 * asked for, and before whoever reads the new choice is drawn.
 */
export const followDelay = (client: QueryClient): void => {
  const read = () => setDelay(client.getQueryData(userQuery.queryKey)?.spoilerDelaySeconds ?? 0)
  read()
  client.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash === USER) read()
  })
}
