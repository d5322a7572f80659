import type { Result } from '@purple-sector/contracts/admin/http'
import type { Car } from '@purple-sector/contracts/weekends/http'
import { type Dispatch, useEffect, useMemo, useReducer, useRef } from 'react'
import {
  type Draft,
  type DraftAction,
  type DraftState,
  draftReducer,
  hasNewerRevision,
  newDraft,
  readDraft,
} from './draft.ts'
import { storeDraft, storedDraft } from './draft-store.ts'

type UseDraftOptions = { raceId: number; cars: readonly Car[]; latest: Result | null; isPublishing: boolean }

export type Editing = {
  draft: Draft
  state: DraftState
  dispatch: Dispatch<DraftAction>
  /** A newer revision; publishing is blocked until the user decides. */
  newerRevision: Result | null
}

/** Draft of a race's next revision: stored in this tab until it is published or discarded. */
export const useDraft = ({ raceId, cars, latest, isPublishing }: UseDraftOptions): Editing => {
  const [draft, dispatch] = useReducer(draftReducer, undefined, (): Draft => {
    const stored = storedDraft(raceId)
    return stored ? draftReducer(stored, { type: 'cars changed', cars }) : newDraft(cars, latest)
  })
  const state = useMemo(() => readDraft(draft, cars), [draft, cars])

  const knownCars = useRef(cars)
  useEffect(() => {
    if (knownCars.current !== cars) dispatch({ type: 'cars changed', cars })
    knownCars.current = cars
  }, [cars])

  const isBehind = !isPublishing && hasNewerRevision(draft, latest)
  useEffect(() => {
    // Without input nothing is lost: applies the newest revision at once.
    if (isBehind && !state.isDirty) dispatch({ type: 'discarded', cars, base: latest })
  }, [isBehind, state.isDirty, cars, latest])

  useEffect(() => storeDraft(raceId, state.isDirty ? draft : undefined), [raceId, draft, state.isDirty])

  return { draft, state, dispatch, newerRevision: isBehind && state.isDirty ? latest : null }
}
