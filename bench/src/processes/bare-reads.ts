import Fastify from 'fastify'
import pg from 'pg'
import { serve, watch } from './serve.ts'

/** The same read as the product's: groups a fan has left are not shown, and each group's rules say what counts. */
const TIPS = `
select tip.id::int, tip.weekend_id as "weekendId", tip.category_id as "categoryId", category.name as category, tip.car_id as "carId", scope.group_id as "groupId",
  tip.submitted_at as "submittedAt",
  json_build_object('id', car.id, 'number', car.number, 'plate', car.plate, 'driver', car.driver, 'team', car.team, 'status', car.status,
    'withdrawn', car.withdrawn)
    as car,
  (select json_agg(json_build_object(
      'raceId', race.race_id, 'name', race.name,
      'deadline', to_char(race.locks_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'locked', coalesce(race.locks_at <= now(), false),
      'carId', (select revision.car_id from tip_revisions revision where revision.tip_id = tip.id
        and revision.submitted_at < coalesce(race.locks_at, 'infinity') order by revision.submitted_at desc limit 1),
      'points', case when race.scored_revision is not null and race.scored_status <> 'cancelled'
        then coalesce((select award.points from awards award where award.race_id = race.race_id
          and award.scope_id = tip.scope_id and award.user_id = tip.user_id and award.to_revision is null), 0) end
    ) order by race.locks_at nulls last, race.race_id)
    from sessions race
    where race.weekend_id = tip.weekend_id and race.category_id = tip.category_id and not race.deleted
      and race.session_type <> 'practice'
      and (select rules.selected_race_ids = '{}' or race.race_id = any(rules.selected_race_ids)
        from scope_rules rules where rules.scope_id = tip.scope_id
          and rules.in_force_from <= least(race.locks_at, now()) order by rules.in_force_from desc limit 1)
  ) as sessions
from tips tip
join scopes scope on scope.id = tip.scope_id and not scope.deleted
join cars car on car.id = tip.car_id
join categories category on category.id = tip.category_id
left join memberships member on member.id = tip.membership_id
where tip.user_id = $1 and tip.weekend_id = $2 and member.left_at is null
order by category.list_order, tip.category_id, scope.group_id nulls first`

type CountedRace = { raceId: number; name: string; deadline: string | null; locked: boolean; points: number | null }
type Row = {
  id: number
  weekendId: number
  categoryId: number
  category: string
  carId: number
  groupId: number | null
  submittedAt: Date
  car: object
  sessions: CountedRace[] | null
}

/** A row as the product answers it, in the same order of keys. */
const tipOf = ({ id, weekendId, categoryId, category, carId, groupId, submittedAt, car, sessions }: Row) => {
  const counted = sessions ?? []
  const open = counted.find(({ locked }) => !locked)
  return {
    id,
    weekendId,
    categoryId,
    category,
    carId,
    groupId,
    tipSource: groupId === null ? 'sector' : 'group',
    points: counted.reduce((sum, { points }) => sum + (points ?? 0), 0),
    submittedAt,
    car,
    countsFrom: open ? { raceId: open.raceId, name: open.name, deadline: open.deadline } : null,
    sessions: counted,
  }
}

const app = Fastify()
let pool: pg.Pool

app.get<{ Params: { weekendId: string } }>('/api/tips/:weekendId', async ({ params, headers }) => {
  const values = [headers['x-user'], Number(params.weekendId)]
  return (await pool.query<Row>({ name: 'tips', text: TIPS, values })).rows.map(tipOf)
})

/** A fan's tips at the least cost: Fastify, pg, one prepared statement, and whoever says so is the fan. */
export const commands = {
  async start({ url, connections }: { url: string; connections: number }): Promise<string> {
    pool = new pg.Pool({ connectionString: url, max: connections })
    return app.listen({ port: 0, host: '127.0.0.1' })
  },
  watch,
}

serve(commands, async () => {
  await app.close()
  await pool?.end()
})
