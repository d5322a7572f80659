import type { PotentialPoints } from '@purple-sector/contracts/tipping/http'
import type { Database } from '@purple-sector/database'
import type { Caller } from '@purple-sector/service-kit'
import { notFound } from '@purple-sector/service-kit/errors'
import {
  COUNTING_SCOPES,
  ledgerBindings,
  MAY_EARN,
  TIPS_IN_FORCE,
  WAS_MEMBER_AT_LOCK,
} from '../scoring/award-ledger-sql.ts'
import { scoringRepository } from '../scoring/scoring-repository.ts'

/** Only competitions of the user: the open one and the groups of present memberships. */
const OWN_SCOPES = `and (scope.group_id is null or scope.id in (
  select scope_id from memberships where user_id = :userId and left_at is null))`

const OWN_TIPS = `and user_id = :userId and scope_id in (select scope_id from prices)`

/** By the rules that scoring will apply: those of the lock, or of now while the race is open. */
const POTENTIAL_POINTS = `
with prices as materialized (${COUNTING_SCOPES} ${OWN_SCOPES}
), pays as (
  select scope_id, json_object_agg(case place when 1 then 'first' when 2 then 'second' else 'third' end, points) as pays
  from prices group by scope_id
), price as (
  select distinct scope_id, is_group, needs_approval from prices
)
select scope.group_id as "groupId", scope.name as "groupName", tip.car_id as "carId",
  case when not price.is_group or ${MAY_EARN} then pays.pays end as pays
from (${TIPS_IN_FORCE({ tipFilter: OWN_TIPS })}
) tip
join price on price.scope_id = tip.scope_id join pays on pays.scope_id = tip.scope_id
join scopes scope on scope.id = tip.scope_id
left join memberships member on price.is_group and member.id = tip.membership_id
where not price.is_group or (member.left_at is null and ${WAS_MEMBER_AT_LOCK})
order by scope.group_id nulls first`

/** Reads what the caller's tip on a race pays by place, in each competition it counts in; practice pays nothing. */
export const readPotentialPoints =
  ({ database }: { database: Database }) =>
  ({ userId }: Caller, raceId: number): Promise<PotentialPoints[]> =>
    database.transaction(
      async (sql) => {
        const race = await scoringRepository(sql).race(raceId)
        const isDeleted = await sql('races').where({ race_id: raceId, deleted: true }).first('race_id')
        if (!race || race.isWeekendDeleted || isDeleted) throw notFound('RACE_NOT_FOUND', 'There’s no such session.')
        if (race.sessionType === 'practice') return []
        const { rows } = await sql.raw<{ rows: PotentialPoints[] }>(POTENTIAL_POINTS, {
          ...ledgerBindings(race),
          userId,
        })
        return rows
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    )
