import Fastify from 'fastify'
import pg from 'pg'
import { serve, watch } from './serve.ts'

const TABLES = `
create schema bare;
create table bare.tips (
  id bigint generated always as identity primary key,
  user_id text not null,
  weekend_id integer not null,
  category text not null,
  car_id integer not null,
  submitted_at timestamptz not null default now(),
  unique (weekend_id, user_id, category)
);
create table bare.tip_revisions (
  tip_id bigint not null, submitted_at timestamptz not null, car_id integer not null,
  primary key (tip_id, submitted_at)
)`

type Tip = { userId: string; weekendId: number; category: string; carId: number }

const app = Fastify()
let pool: pg.Pool

app.post<{ Body: Tip }>('/api/tips', async ({ body }, reply) => {
  const { userId, weekendId, category, carId } = body
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(
      'insert into bare.tips (user_id, weekend_id, category, car_id) values ($1, $2, $3, $4) returning id, submitted_at',
      [userId, weekendId, category, carId],
    )
    await client.query('insert into bare.tip_revisions (tip_id, submitted_at, car_id) values ($1, $2, $3)', [
      rows[0].id,
      rows[0].submitted_at,
      carId,
    ])
    await client.query('commit')
    return reply.code(201).send({ id: rows[0].id, weekendId, category, carId, submittedAt: rows[0].submitted_at })
  } finally {
    client.release()
  }
})

/** The minimum cost of a tip: Fastify, pg, and one transaction with two inserts. */
export const commands = {
  async start({ url, connections }: { url: string; connections: number }): Promise<string> {
    pool = new pg.Pool({ connectionString: url, max: connections })
    await pool.query(TABLES)
    return app.listen({ port: 0, host: '127.0.0.1' })
  },
  watch,
}

serve(commands, async () => {
  await app.close()
  await pool?.end()
})
