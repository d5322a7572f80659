import Fastify from 'fastify'
import pg from 'pg'
import { serve, watch } from './serve.ts'

const TIPS = `
select tip.id, tip.weekend_id as "weekendId", tip.category, tip.car_id as "carId", tip.submitted_at as "submittedAt",
  json_build_object('id', car.id, 'number', car.number, 'driver', car.driver, 'team', car.team, 'status', car.status)
    as car,
  (select json_agg(json_build_object('raceId', session.race_id, 'name', session.name)) from sessions session
    where session.weekend_id = tip.weekend_id and session.category = tip.category) as sessions
from tips tip join cars car on car.id = tip.car_id
where tip.user_id = $1 and tip.weekend_id = $2`

const app = Fastify()
let pool: pg.Pool

app.get<{ Params: { weekendId: string } }>('/api/tips/:weekendId', async ({ params, headers }) => {
  const values = [headers['x-user'], Number(params.weekendId)]
  return (await pool.query({ name: 'tips', text: TIPS, values })).rows
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
