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
import { callerOf } from '@purple-sector/service-kit'
import { idempotent } from '@purple-sector/service-kit/http/write-mode'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { WeekendsDependencies } from '../dependencies.ts'
import { findWeekend } from '../weekends/lock-weekend.ts'
import { changeRaceOf } from './change-race.ts'
import { createRace } from './create-race.ts'
import { deleteRaceOf } from './delete-race.ts'
import { raceReply } from './race.ts'
import { raceRepository } from './race-repository.ts'
import { reopenRaceOf } from './reopen-race.ts'

const config = { access: 'admin' } as const
const listReplies = { 200: z.array(raceSchema), ...errorResponses }
const changeReplies = { 200: raceSchema, ...errorResponses }

/** Admin routes of races. */
export const raceAdminRoutes =
  (dependencies: WeekendsDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = dependencies
    const create = createRace(dependencies)
    const change = changeRaceOf(dependencies)
    const reopen = reopenRaceOf(dependencies)
    const remove = deleteRaceOf(dependencies)

    const list = async (weekendId?: number) => {
      if (weekendId !== undefined) await findWeekend(database, weekendId)
      return (await raceRepository(database).list({ weekendId })).map(({ race, now }) => raceReply(race, now))
    }

    app.get(
      '/api/admin/races',
      { config, schema: { querystring: weekendFilterQuery, response: listReplies } },
      ({ query }) => list(query.weekendId),
    )
    app.get(
      '/api/admin/races/:weekendId',
      { config, schema: { params: weekendIdParams, response: listReplies } },
      ({ params }) => list(params.weekendId),
    )

    app.post(
      '/api/admin/races',
      { config, schema: { body: createRaceBody, response: { 201: raceSchema, ...errorResponses } } },
      async (request, reply) =>
        reply.code(201).send(await create(callerOf(request), request.body, idempotent(request))),
    )

    app.patch(
      '/api/admin/races/:id',
      { config, schema: { params: idParams, body: patchRaceBody, response: changeReplies } },
      (request) => change(callerOf(request), request.params.id, request.body),
    )
    app.patch(
      '/api/admin/races/:id/status',
      { config, schema: { params: idParams, body: raceStatusBody, response: changeReplies } },
      (request) => change(callerOf(request), request.params.id, request.body),
    )

    app.post(
      '/api/admin/races/:id/reopen',
      { config, schema: { params: idParams, body: reopenBody, response: changeReplies } },
      (request) => reopen(callerOf(request), request.params.id, new Date(request.body.scheduledTime)),
    )

    app.delete(
      '/api/admin/races/:id',
      {
        config,
        schema: { params: idParams, querystring: confirmQuery, response: { 204: noContent, ...errorResponses } },
      },
      async (request, reply) => {
        const isConfirmed = request.query.confirm === 'true'
        await remove(callerOf(request), request.params.id, { isConfirmed })
        return reply.code(204).send(null)
      },
    )
  }
