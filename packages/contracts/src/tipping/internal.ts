import { z } from 'zod'
import { boardStateSchema, entrySchema } from './http.ts'

/*
 * What tipping answers under `/internal/*` to the gateway, which answers boards from memory. Bodies of the shapes that
 * other files already had (`boardStateSchema`, `standingsRequest`, `standingsReply`) stay in `http.ts`.
 *
 * A reply is never older than the newest board event that left tipping before it was asked for: everything is read
 * from the committed tables in one statement (or one snapshot), `version` with it.
 */

/**
 * `GET /internal/boards/{weekendId}[?groupId=]` → the open board of the weekend (or the group's): first 20 entries,
 * total, the table of ranks. A weekend without participants, or unknown: 200 with version 0, total 0, empty lists.
 */
export const boardReply = boardStateSchema

/** `GET /internal/boards/{weekendId}/page?limit&offset[&groupId=]`: a page, without anybody's own row appended. */
export const boardPageReply = z.object({
  version: z.number().int(),
  total: z.number().int(),
  entries: z.array(entrySchema),
})
export type BoardPage = z.infer<typeof boardPageReply>

/**
 * `POST /internal/boards/{weekendId}/entries[?groupId=]` → the rows of up to 1,000 users, each as its user sees it, as
 * they stand now (a first tip counts at once, before the board has a new version). Who takes no part is left out.
 */
export const boardEntriesRequest = z.object({ userIds: z.array(z.string()).max(1000) })
export const boardEntriesReply = z.object({ version: z.number().int(), entries: z.array(entrySchema) })

/** `GET /internal/clock` → the time of tipping's database, by which deadlines are decided. */
export const clockReply = z.object({ now: z.iso.datetime() })

/*
 * `POST /internal/standings` (`standingsRequest` → `standingsReply`): up to 1,000 users at once; users without a
 * standing are left out. `positionChange` as in the Entry.
 */
