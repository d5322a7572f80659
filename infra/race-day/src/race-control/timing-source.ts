import type { RecordedRace } from '../recording/recording.ts'
import type { RaceState } from './timing-snapshot.ts'

/** An observation of the source itself. */
export type Seen = { what: string; expected: string; actual: string }

/** A source that delivers the timing of a race, lap by lap. */
export type TimingSource = {
  /** Prepares the source before the first lap. */
  begin(race: RecordedRace): Promise<void>
  /** Returns why the snapshot was refused; null if it was accepted or already known. */
  send(race: RecordedRace, raceState: RaceState): Promise<string | null>
  /** Fails in the middle of a race, by going away or sending stale data, and recovers. */
  failAndReturn(race: RecordedRace): Promise<Seen[]>
  /** Ends the timing of a race. */
  end(race: RecordedRace): Promise<Seen[]>
  close(): Promise<void>
}
