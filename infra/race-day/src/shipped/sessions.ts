import { seededRandom } from '../random.ts'
import type { RecordingInput } from '../recording.ts'
import type { EntryList } from './entry-lists.ts'
import { mainSessions } from './main-sessions.ts'
import { supportSessions } from './support-sessions.ts'

export type SessionInput = RecordingInput['sessions'][number]

/** All sessions in the order of the published programme; those without a time come last. */
export function weekendSessions(entries: EntryList[], seed: number): SessionInput[] {
  const random = seededRandom(seed + 1)
  const sessions = [...mainSessions(entries, random), ...supportSessions(entries, random)]
  const start = ({ plannedStart }: SessionInput) =>
    plannedStart === null ? Number.POSITIVE_INFINITY : Date.parse(plannedStart)
  return sessions.sort((a, b) => start(a) - start(b) || (a.id < b.id ? -1 : 1))
}
