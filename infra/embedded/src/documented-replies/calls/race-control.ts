import { classificationOf, type Scene } from '../scene.ts'

/** Results, live timing, and the log of what administrators did. */
export const raceControlCalls = async ({ admin, ann, raced, race, cars }: Scene): Promise<void> => {
  const at = { params: { id: raced.id } }
  const classification = classificationOf(cars.toReversed())
  const body = { status: 'provisional', classification }
  await ann.call('GET /api/races/{id}/results', at)
  await ann.call('GET /api/races/{id}/results', { params: { id: race.id }, status: 404 })
  await admin('POST /api/admin/races/{id}/results', { ...at, query: { preview: true }, body })
  await admin('PUT /api/admin/races/{id}/results', { ...at, body: { ...body, baseRevision: 7 }, status: 409 })
  await admin('PUT /api/admin/races/{id}/results', { ...at, body: { ...body, reason: 'Time penalty' } })
  await admin('PUT /api/admin/races/{id}/results', {
    ...at,
    body: { ...body, classification: [...classification, ...classification] },
    status: 400,
  })
  await ann.call('GET /api/live-timing/status')
  await admin('POST /api/live-timing/pause')
  await admin('POST /api/live-timing/resume')
  await admin('GET /api/admin/races/{id}/results/revisions', at)
  await admin('GET /api/admin/audit')
  await admin('GET /api/admin/audit.csv')
}
