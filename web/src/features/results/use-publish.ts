import type { Result, ResultBody } from '@purple-sector/contracts/admin/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasCode, isOfflineError, serverMessage } from '../../lib/api.ts'
import { notify } from '../../lib/notify.ts'
import { allRacesQuery } from '../admin/admin-queries.ts'
import { storeDraft } from './draft-store.ts'
import { publishResult, resultKey } from './results-queries.ts'

const done = ({ status, revision }: Result): string => {
  if (status === 'cancelled') return 'Result withdrawn'
  return revision === 1 ? 'Result published' : 'Result corrected'
}

const failed = (error: Error): string =>
  isOfflineError(error) ? 'You are offline. The draft is kept.' : serverMessage(error, 'The draft is kept.')

/** Publishes a revision of a session's result. `onPublished` is told the result as it is now. */
export const usePublish = (race: Pick<Race, 'id' | 'name'>, onPublished: (result: Result) => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ResultBody) => publishResult(race.id, body),
    onSuccess: async (result) => {
      // A reply on its way may be older than this one.
      await client.cancelQueries({ queryKey: resultKey(race.id) })
      client.setQueriesData<Result | null>({ queryKey: resultKey(race.id) }, result)
      // Also where the page was left meanwhile.
      storeDraft(race.id, undefined)
      onPublished(result)
      notify({ title: done(result), message: `${race.name}: ${result.status}, revision ${result.revision}` })
    },
    onError: (error, { status }) => {
      if (hasCode(error, 'RESULT_CHANGED')) {
        void client.invalidateQueries({ queryKey: resultKey(race.id) })
        // Sessions tell which revision they have; where they say none, nobody would ask for one.
        void client.invalidateQueries({ queryKey: allRacesQuery.queryKey })
      }
      notify({
        title: status === 'cancelled' ? 'Failed to withdraw result' : 'Failed to publish result',
        message: failed(error),
        kind: 'error',
      })
    },
  })
}
