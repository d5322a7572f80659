import { z } from 'zod'
import { defineCall } from './call.ts'
import { idParams } from './common.ts'

/** `GET /internal/weekends/{id}/count`: the number of a service's items that belong to a weekend. */
export const countOfWeekend = <Service extends string>(service: Service) =>
  defineCall({
    service,
    method: 'GET',
    path: '/internal/weekends/:id/count',
    params: idParams,
    reply: z.object({ count: z.number().int() }),
    callers: ['weekends'],
    reason: 'Who is about to delete a weekend is shown what would go with it, and nothing of it is copied there.',
  })
