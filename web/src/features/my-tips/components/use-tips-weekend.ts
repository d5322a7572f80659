import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useSetSearchParameters } from '../../../client/browser/use-set-search-parameters.ts'
import { useServerRendered } from '../../../ui/base/server-rendered.ts'
import { roundsOf, type SeasonRound } from '../../seasons/api/season-rounds.ts'
import { useSeason } from '../../weekend-data/api/season-queries.ts'
import { roundName } from '../../weekend-data/api/weekend-labels.ts'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'

/** Name in the URL of the weekend whose round is chosen. */
const ROUND = 'round'

type Round = { value: string; label: string }

/**
 * The weekend whose tips are shown: that of the chosen round (`round` in the URL), else the active one; and the rounds to
 * choose from, those of the active weekend's season, else of the current one.
 */
export const useTipsWeekend = (): {
  weekend: Weekend | null
  rounds: Round[]
  /** The value of the chosen one. */
  round: string
  choose(value: string): void
} => {
  const { weekend: active, weekends } = useActiveWeekend()
  const [search] = useSearchParams()
  const setSearch = useSetSearchParameters()
  const { season } = useSeason(active?.seasonId)
  const ofSeason = season ? roundsOf(season, weekends) : []
  const chosen = ofSeason.find(({ round }) => String(round) === search.get(ROUND))
  const choose = (value: string) => setSearch({ [ROUND]: value })

  // Another weekend for all pages is one for this page, too.
  const activeId = active?.id
  const before = useRef<number>(undefined)
  // The weekend that was chosen before a reload is active only after hydration.
  const isHydrating = useServerRendered() !== null
  useEffect(() => {
    if (isHydrating) return
    if (before.current !== undefined && before.current !== activeId) choose('')
    before.current = activeId
  })

  if (!active || ofSeason.length === 0) return { weekend: active, rounds: [], round: '', choose }
  const roundValue = ({ round, weekendId }: SeasonRound) => (weekendId === active.id ? '' : String(round))
  const rounds = ofSeason.map((each) => ({
    value: roundValue(each),
    label: roundName({ ...each.weekend, round: each.round }),
  }))
  return {
    weekend: chosen?.weekend ?? active,
    rounds: rounds.some(({ value }) => value === '') ? rounds : [{ value: '', label: active.name }, ...rounds],
    round: chosen ? roundValue(chosen) : '',
    choose,
  }
}
