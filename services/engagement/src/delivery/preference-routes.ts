import { errorResponses } from '@purple-sector/contracts/common'
import { notificationPreferencesSchema } from '@purple-sector/contracts/engagement/http'
import type { Database } from '@purple-sector/database'
import { callerOf } from '@purple-sector/service-kit'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { changeChoice, preferenceRepository } from './preference-repository.ts'
import { choiceOf, preferencesOf } from './preferences.ts'

const PATH = '/api/notifications/preferences'
const response = { 200: notificationPreferencesSchema, ...errorResponses }

/** Registers the routes of the notification preferences. */
export const preferenceRoutes =
  (database: Database): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(PATH, { schema: { response } }, async (request) =>
      preferencesOf(await preferenceRepository(database).find(callerOf(request).userId)),
    )
    app.put(PATH, { schema: { body: notificationPreferencesSchema, response } }, async (request) => {
      const choice = choiceOf(request.body)
      return preferencesOf(await changeChoice(database, callerOf(request).userId, () => choice))
    })
  }
