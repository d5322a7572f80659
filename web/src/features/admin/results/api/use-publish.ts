import type { Result, ResultBody } from '@purple-sector/contracts/admin/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { hasCode } from '../../../../client/api/api.ts'
import { useToastMutation } from '../../../../client/api/toast-mutation.ts'
import { allRacesQuery } from '../../base/api/admin-queries.ts'
import { storeDraft } from './draft-store.ts'
import { publishResult, resultKey } from './results-queries.ts'

/** A request to publish; `isCorrection` is false if only the status differs, which is not a correction. */
type Publication = { body: ResultBody; isCorrection: boolean }

const describeOutcome = ({ status, revision }: Result, { isCorrection }: Publication): string => {
  if (revision === 1) return status === 'cancelled' ? 'Session cancelled' : 'Result published'
  if (!isCorrection) return 'Result status changed'
  return status === 'cancelled' ? 'Result withdrawn' : 'Result corrected'
}

/** Publishes a revision of a race's result. Calls `onPublished` with the new result. */
export const usePublish = (race: Pick<Race, 'id' | 'name'>, onPublished: (result: Result) => void) =>
  useToastMutation({
    mutationFn: ({ body }: Publication) => publishResult(race.id, body),
    onDone: async (result, _publication, client) => {
      // A reply in flight may be older.
      await client.cancelQueries({ queryKey: resultKey(race.id) })
      client.setQueriesData<Result | null>({ queryKey: resultKey(race.id) }, result)
      // Also when the page has been left meanwhile.
      storeDraft(race.id, undefined)
      onPublished(result)
    },
    success: (result, publication) => ({
      title: describeOutcome(result, publication),
      message: `${race.name}: ${result.status}, revision ${result.revision}`,
    }),
    failure: ({ body: { status, baseRevision } }) =>
      status === 'cancelled' && baseRevision ? 'Failed to withdraw result' : 'Failed to publish result',
    offline: 'You’re offline. Your draft is kept.',
    noReason: 'Your draft is kept.',
    onFailed: (error, client) => {
      if (!hasCode(error, 'RESULT_CHANGED')) return
      void client.invalidateQueries({ queryKey: resultKey(race.id) })
      // The race's revision is part of the key of its result: without a refetch the result would not be fetched.
      void client.invalidateQueries({ queryKey: allRacesQuery.queryKey })
    },
  })
