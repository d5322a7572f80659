import type { previewRequest, previewSchema } from '@purple-sector/contracts/admin/http'
import type { Entry } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import { notFound } from '@purple-sector/service-kit/errors'
import type { z } from 'zod'
import { boardReadModel } from '../boards/board-read-model.ts'
import { BOARD_ORDER, JOIN_ENTRY, STANDING_JOINS } from '../boards/board-sql.ts'
import { isLockedForGood } from '../locks/is-locked-for-good.ts'
import { ledgerBindings } from './award-ledger-sql.ts'
import { changesOf, type Podium } from './decide-scoring.ts'
import { MOVED, OF_OPEN_BOARD, OUTCOME_RANKS, RANKED_TUPLES, UNMOVED } from './outcome-sql.ts'
import { scoringRepository } from './scoring-repository.ts'

type PreviewRequest = z.infer<typeof previewRequest>
export type Preview = z.infer<typeof previewSchema>

const TOP = 10
const MOVERS = 20

/**
 * The open board as it is (`before`) and as its next version would be (`s`), with the ranks of both in `outcome_ranks`.
 */
const PREVIEW = `
with ${MOVED(OF_OPEN_BOARD)}, ${OUTCOME_RANKS}, ${RANKED_TUPLES()}, best as (
  select * from moved
  union all
  (select ${UNMOVED}
   from standings s
   where s.scope_id = (select scope_id from boards) and s.user_id not in (select user_id from open_moved)
   order by ${BOARD_ORDER('s', 'outcome_ranks')} limit :top)
), top as (
  select * from best order by ${BOARD_ORDER('best', 'outcome_ranks')} limit :top
), placings as materialized (
  select s.user_id, u.username, s.sort_name, p.position as before, r.position as after, s.previous_total, s.total
  from moved s join boards b on b.scope_id = s.scope_id
  ${STANDING_JOINS('outcome_ranks')}
  left join users u on u.id = s.user_id
), stayed as (
  select coalesce(sum(p.count - coalesce(moved_away.count, 0)), 0) as count
  from outcome_ranks p
  join outcome_ranks r on not r.is_previous and (r.total, r.firsts, r.seconds, r.thirds) = (p.total, p.firsts, p.seconds, p.thirds)
  left join (
    select previous_total, previous_firsts, previous_seconds, previous_thirds, count(*) as count from moved group by 1, 2, 3, 4
  ) moved_away on (moved_away.previous_total, moved_away.previous_firsts, moved_away.previous_seconds, moved_away.previous_thirds)
    = (p.total, p.firsts, p.seconds, p.thirds)
  where p.is_previous and p.position is distinct from r.position
)
select
  (select count(*)::integer from scopes where id in (select scope_id from award_changes)
    or id in (select scope_id from counting) and (scored_races > 0) <> (scored_races + :scoredRaceDelta > 0)) as "scopes",
  (select count(distinct user_id)::integer from award_changes) as "participantsChanged",
  (select exists (select from award_changes where scope_id = boards.scope_id) or has_positions <> had_positions
    from boards) as "movesBoard",
  ((select count from stayed) + (select count(*) from placings where before is distinct from after))::integer
    as "positionsMoved",
  coalesce((select json_agg(entry order by ${BOARD_ORDER('s', 'outcome_ranks')})
    from top s join boards b on b.scope_id = s.scope_id
    ${STANDING_JOINS('outcome_ranks')}
    left join users u on u.id = s.user_id
    ${JOIN_ENTRY('null::text')}), '[]') as "after",
  coalesce((select json_agg(json_build_object('userId', user_id, 'username', username,
      'before', json_build_object('position', before, 'points', previous_total),
      'after', json_build_object('position', after, 'points', total)) order by distance desc, sort_name, user_id)
    from (select *, abs(coalesce(before, 0) - coalesce(after, 0)) as distance from placings
      order by distance desc, sort_name, user_id limit ${MOVERS}) mover), '[]') as movers`

const podiumOf = ({ places }: PreviewRequest): Podium => {
  const carAt = (place: number) => places.find((row) => row.place === place)?.carId ?? null
  return [carAt(1), carAt(2), carAt(3)]
}

/**
 * `movesBoard` says that publishing would give the open board a new version; otherwise the board and its position
 * changes stay unchanged.
 */
type PreviewRow = Omit<Preview, 'raceId' | 'revision' | 'open' | 'top'> & { after: Entry[]; movesBoard: boolean }

/**
 * Computes what a result would change, without changing it: from one snapshot, without locks that a tip or a scoring
 * would wait for. While the race is open it uses the present tips and returns counts only, because no fan may learn
 * others' tips before the lock (docs/rules.md, Tips).
 */
export const previewResult =
  ({ database }: { database: Database }) =>
  (request: PreviewRequest): Promise<Preview> =>
    database.transaction(
      async (sql) => {
        const { raceId, revision, status, weekendId } = request
        const race = await scoringRepository(sql).race(raceId)
        const board = await boardReadModel(sql).findOpen(weekendId)
        if (race?.weekendId !== weekendId || !board) throw notFound('RACE_NOT_FOUND', 'There’s no such session.')
        const isOpen = !(await isLockedForGood(sql, raceId))
        const { changedPlaces, scoredRaceDelta } = changesOf(race, { status, podium: podiumOf(request) })
        const bindings = { ...ledgerBindings(race, changedPlaces), scoredRaceDelta, top: TOP }
        const { rows } = await sql.raw<{ rows: [PreviewRow] }>(PREVIEW, bindings)
        const { after, movesBoard, movers, ...counts } = rows[0]
        if (isOpen) return { raceId, revision, ...counts, open: true, top: null, movers: [] }
        const { entries: before } = await boardReadModel(sql).page(board, { limit: TOP, offset: 0 })
        return {
          raceId,
          revision,
          ...counts,
          open: false,
          top: { before, after: movesBoard ? after : before },
          movers,
        }
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    )
