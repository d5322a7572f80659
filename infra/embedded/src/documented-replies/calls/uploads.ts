import type { Report } from '@purple-sector/contracts/admin/reports'
import type { Scene } from '../scene.ts'

/** Builds a form with one file, as a browser sends it. */
const fileOf = (name: string, bytes: Uint8Array<ArrayBuffer>) => {
  const form = new FormData()
  form.set('file', new Blob([bytes]), name)
  return { form }
}
const utf8 = (text: string) => new TextEncoder().encode(text)

/** Calls the imports of spreadsheets and published classifications, and the report of a weekend. */
export const uploadsCalls = async ({ admin, weekend, finishedRace, pastWeekend, waitUntil }: Scene): Promise<void> => {
  await admin('GET /api/admin/upload-cars/template')
  const query = { weekendId: pastWeekend.id, preview: true }
  const sheet = fileOf('cars.csv', utf8('number,driver,category\n61,Driver 61,Repco Supercars Championship\n'))
  await admin('POST /api/admin/upload-cars', { query, ...sheet })
  await admin('POST /api/admin/upload-cars', { query, ...fileOf('cars.csv', utf8('nothing of the kind')), status: 400 })

  const errors = [{ sheet: 'Cars', row: 7, driver: null, column: 'Driver', message: 'Missing.' }]
  await admin('POST /api/admin/upload-cars/errors', { body: { errors } })

  const ofRace = { params: { id: finishedRace.id } }
  await admin('POST /api/admin/races/{id}/results/read', {
    ...ofRace,
    body: { text: '1\t1\tDriver 1\n2\t2\tDriver 2' },
  })
  await admin('POST /api/admin/races/{id}/results/read', { ...ofRace, body: { text: 'No result' }, status: 400 })

  const ofWeekend = { params: { weekendId: weekend.id } }
  const { id } = await admin<Report>('POST /api/admin/generate-pdf/{weekendId}', { ...ofWeekend, status: 202 })
  await admin('GET /api/admin/reports/{id}/file', { params: { id }, status: [200, 409] })
  await waitUntil(
    () => admin<Report>('GET /api/admin/reports/{id}', { params: { id } }),
    ({ state }) => state === 'done' || state === 'failed',
  )
  await admin('GET /api/admin/reports')
  await admin('GET /api/admin/reports/{id}/file', { params: { id } })
}
