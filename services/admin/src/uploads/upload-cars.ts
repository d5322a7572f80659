import type { UploadReply } from '@purple-sector/contracts/admin/uploads'
import { MAX_ID } from '@purple-sector/contracts/common'
import { enterRows, MAX_ENTRIES } from '@purple-sector/contracts/weekends/entries'
import type { Caller, ServiceCalls } from '@purple-sector/service-kit'
import { badField, badRequest, busy, notFound } from '@purple-sector/service-kit/errors'
import { readSheets } from '@purple-sector/sheets'
import type { Weekends } from '../weekends-client.ts'
import { type EntryList, readEntryList } from './read-entry-list.ts'
import { uploadReply } from './upload-reply.ts'

export type UploadDependencies = { weekends: Pick<Weekends, 'findRace'>; calls: ServiceCalls; sheetTimeoutMs: number }
export type Upload = { file: Uint8Array; weekendId: number | undefined; preview: boolean }

/** More than any weekend has, so that a workbook with thousands of empty rows is still read. */
const MAX_ROWS = 2 * MAX_ENTRIES

const readList = async (file: Uint8Array, maxMs: number): Promise<EntryList> => {
  const list = readEntryList(await readSheets(file, { maxRows: MAX_ROWS, maxMs }))
  const { entries, errors, examples } = list
  if (entries.length + errors.length + examples === 0)
    throw badRequest(
      'SHEET_REFUSED',
      'No cars were found: a sheet needs a row of headers such as Number, Driver, Team, Manufacturer and Category, and rows below.',
    )
  if (entries.length > MAX_ENTRIES)
    throw badRequest('SHEET_REFUSED', `The workbook has more than ${MAX_ENTRIES.toLocaleString('en')} rows to enter.`)
  return list
}

/** Returns the weekend of the first session that a row names by its id. */
const weekendOfRows = async ({ weekends }: UploadDependencies, { entries }: EntryList): Promise<number> => {
  for (const { entry } of entries) {
    const id = entry.kind === 'car' && /^\d{1,10}$/.test(entry.race ?? '') ? Number(entry.race) : 0
    if (id < 1 || id > MAX_ID) continue
    const race = await weekends.findRace(id)
    if (race) return race.weekendId
  }
  throw badField('weekendId', 'is required where no row names a session by its id')
}

const noSuchWeekend = () => notFound('WEEKEND_NOT_FOUND', 'There’s no such weekend.')

/** Reads a workbook and has weekends enter its rows, or preview what would change. */
export const uploadCars =
  (dependencies: UploadDependencies) =>
  async ({ userId, username }: Caller, { file, weekendId, preview }: Upload): Promise<UploadReply> => {
    const list = await readList(file, dependencies.sheetTimeoutMs)
    const id = weekendId ?? (await weekendOfRows(dependencies, list))
    if (id > MAX_ID) throw noSuchWeekend()
    const rows = list.entries.map(({ entry }) => entry)
    const request = { rows, preview, actor: { userId, username } }
    const outcome = await dependencies.calls.request(enterRows, { params: { id }, request })
    if (outcome.kind === 'not-found') throw noSuchWeekend()
    if (outcome.kind === 'not-installed') throw busy(new Error('weekends is not installed'))
    return uploadReply(list, outcome.reply, { preview })
  }
