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
    reason:
      'Before the deletion of a weekend, the administrator sees the number of affected rows, which no other service stores.',
  })
