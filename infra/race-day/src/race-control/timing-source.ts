import type { RecordedRace } from '../recording/recording.ts'
import type { Standing } from './timing-snapshot.ts'

/** What was seen of the source itself. */
export type Seen = { what: string; expected: string; actual: string }

/** Who delivers a race, lap by lap. */
export type TimingSource = {
  /** Before the first lap. */
  begin(race: RecordedRace): Promise<void>
  /** Why it was refused; null where it was taken, or was known already. */
  send(race: RecordedRace, standing: Standing): Promise<string | null>
  /** Goes away in the middle of a race, or talks nonsense, and comes back. */
  failAndReturn(race: RecordedRace): Promise<Seen[]>
  /** The race is over. */
  end(race: RecordedRace): Promise<Seen[]>
  close(): Promise<void>
}
