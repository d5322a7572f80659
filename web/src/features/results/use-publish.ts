import type { Result, ResultBody } from '@purple-sector/contracts/admin/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { hasCode } from '../../lib/api.ts'
import { useToastMutation } from '../../lib/toast-mutation.ts'
import { allRacesQuery } from '../admin/admin-queries.ts'
import { storeDraft } from './draft-store.ts'
import { publishResult, resultKey } from './results-queries.ts'

/** What is sent, and whether it says anything new of a car: a status alone is no correction. */
type Publication = { body: ResultBody; isNotifiable: boolean }

const done = ({ status, revision }: Result, { isNotifiable }: Publication): string => {
  if (revision === 1) return status === 'cancelled' ? 'Session cancelled' : 'Result published'
  if (!isNotifiable) return 'Result status changed'
  return status === 'cancelled' ? 'Result withdrawn' : 'Result corrected'
}

/** Publishes a revision of a race's result. `onPublished` is told the result as it is now. */
export const usePublish = (race: Pick<Race, 'id' | 'name'>, onPublished: (result: Result) => void) =>
  useToastMutation({
    mutationFn: ({ body }: Publication) => publishResult(race.id, body),
    onDone: async (result, _publication, client) => {
      // A reply on its way may be older than this one.
      await client.cancelQueries({ queryKey: resultKey(race.id) })
      client.setQueriesData<Result | null>({ queryKey: resultKey(race.id) }, result)
      // Also where the page was left meanwhile.
      storeDraft(race.id, undefined)
      onPublished(result)
    },
    success: (result, publication) => ({
      title: done(result, publication),
      message: `${race.name}: ${result.status}, revision ${result.revision}`,
    }),
    failure: ({ body: { status, baseRevision } }) =>
      status === 'cancelled' && baseRevision ? 'Failed to withdraw result' : 'Failed to publish result',
    offline: 'You’re offline. Your draft is kept.',
    noReason: 'Your draft is kept.',
    onFailed: (error, client) => {
      if (!hasCode(error, 'RESULT_CHANGED')) return
      void client.invalidateQueries({ queryKey: resultKey(race.id) })
      // Races tell which revision they have; where they say none, nobody would ask for one.
      void client.invalidateQueries({ queryKey: allRacesQuery.queryKey })
    },
  })
