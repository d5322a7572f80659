import { errorResponses, idParams, noContent, weekendIdParams } from '@purple-sector/contracts/common'
import {
  confirmQuery,
  createRaceBody,
  patchRaceBody,
  raceSchema,
  raceStatusBody,
  reopenBody,
  weekendFilterQuery,
} from '@purple-sector/contracts/weekends/http'
import type { Database } from '@purple-sector/database'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { RaceControl } from '../ask-race-control.ts'
import type { Tipping } from '../ask-tipping.ts'
import { actorOf } from '../audit/admin-action.ts'
import { creating } from '../creating-post.ts'
import { findWeekend } from '../weekends/hold-weekend.ts'
import { changeRaceOf } from './change-race.ts'
import { createRace } from './create-race.ts'
import { deleteRaceOf } from './delete-race.ts'
import { raceReply } from './race.ts'
import { sentStart } from './race-entry.ts'
import { raceRepository } from './race-repository.ts'
import { reopenRaceOf } from './reopen-race.ts'

const config = { access: 'admin' } as const
const listed = { 200: z.array(raceSchema), ...errorResponses }
const changed = { 200: raceSchema, ...errorResponses }

/** How an administrator sets sessions up and runs them. */
export const raceAdminRoutes =
  (database: Database, tipping: Tipping, raceControl: RaceControl): FastifyPluginAsyncZod =>
  async (app) => {
    const create = creating(database)
    const changeRace = changeRaceOf(tipping, raceControl)
    const reopenRace = reopenRaceOf(raceControl)
    const deleteRace = deleteRaceOf(tipping, raceControl)

    const list = async (weekendId?: number) => {
      if (weekendId !== undefined) await findWeekend(database, weekendId)
      return (await raceRepository(database).list({ weekendId })).map(({ race, now }) => raceReply(race, now))
    }

    app.get(
      '/api/admin/races',
      { config, schema: { querystring: weekendFilterQuery, response: listed } },
      ({ query }) => list(query.weekendId),
    )
    app.get(
      '/api/admin/races/:weekendId',
      { config, schema: { params: weekendIdParams, response: listed } },
      ({ params }) => list(params.weekendId),
    )

    app.post(
      '/api/admin/races',
      { config, schema: { body: createRaceBody, response: { 201: raceSchema, ...errorResponses } } },
      async (request, reply) => {
        const race = await create(request, (sql, actor) => createRace(sql, actor, request.body))
        return reply.code(201).send(race)
      },
    )

    app.patch(
      '/api/admin/races/:id',
      { config, schema: { params: idParams, body: patchRaceBody, response: changed } },
      async (request) => {
        const race = await database.transaction((sql) =>
          changeRace(sql, actorOf(request), request.params.id, request.body),
        )
        if (sentStart(request.body) !== undefined) await tipping.catchUp(race.weekendId)
        return race
      },
    )
    app.patch(
      '/api/admin/races/:id/status',
      { config, schema: { params: idParams, body: raceStatusBody, response: changed } },
      (request) => database.transaction((sql) => changeRace(sql, actorOf(request), request.params.id, request.body)),
    )

    app.post(
      '/api/admin/races/:id/reopen',
      { config, schema: { params: idParams, body: reopenBody, response: changed } },
      async (request) => {
        const startsAt = new Date(request.body.scheduledTime)
        const race = await database.transaction((sql) => reopenRace(sql, actorOf(request), request.params.id, startsAt))
        await tipping.catchUp(race.weekendId)
        return race
      },
    )

    app.delete(
      '/api/admin/races/:id',
      {
        config,
        schema: { params: idParams, querystring: confirmQuery, response: { 204: noContent, ...errorResponses } },
      },
      async (request, reply) => {
        const wanted = { id: request.params.id, isConfirmed: request.query.confirm === 'true' }
        await database.transaction((sql) => deleteRace(sql, actorOf(request), wanted))
        return reply.code(204).send(null)
      },
    )
  }
