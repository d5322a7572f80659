import { Box } from '@mantine/core'
import type { LedgerEntry } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import {
  formatDate,
  formatDayTime,
  formatGain,
  formatTime,
  formatZone,
  ordinal,
  plural,
  type TimeZoneOption,
} from '../../../ui/format.ts'
import { join } from '../../../ui/join.ts'
import { Plate } from '../../../ui/plate.tsx'
import { Gain } from '../../../ui/points.tsx'
import { EmptyState } from '../../../ui/state.tsx'
import classes from './ledger.module.css'
import { describeLateChange, describeReplacement, type LedgerRace } from './ledger.ts'

const Award = ({ entry, race, zone }: { entry: LedgerEntry; race: Race; zone: TimeZoneOption }) => {
  const { tip, place, points, rule, revision, reason, inForce, late } = entry
  const replacement = describeReplacement(entry, race)
  const note = replacement ?? (reason === null ? null : `Revision ${revision}`)
  return (
    <li className={classes.award}>
      <Plate number={tip.number} look={inForce ? 'solid' : 'dim'} />
      <div className="ps-fill">
        <p className={classes.line}>
          <b className={join('ps-wrap', !inForce && 'ps-struck')}>
            Car #{tip.number} – {tip.driver}
          </b>
          <span className="ps-muted">
            {ordinal(place)} of {rule}, revision {revision}
          </span>
        </p>
        <p className="ps-note">
          Tip of{' '}
          <time dateTime={tip.submittedAt}>
            {formatDate(tip.submittedAt, zone)} · {formatTime(tip.submittedAt, zone)}
          </time>
        </p>
        {late !== null && <p className="ps-note ps-wrap">{describeLateChange(late, zone)}</p>}
        {note !== null && (
          <p className={join('ps-note ps-wrap', replacement !== null && 'ps-slow')}>
            {note}
            {reason !== null && `: “${reason}”`}
          </p>
        )}
      </div>
      <span className={classes.points}>
        {inForce ? (
          <Gain points={points} winner={place === 1} />
        ) : (
          <s className="ps-faint">
            <span className="ps-hidden">No longer </span>
            {formatGain(points)}
          </s>
        )}
      </span>
    </li>
  )
}

const RaceOfLedger = ({
  ledgerRace: { race, entries, points },
  why,
  zone,
}: {
  ledgerRace: LedgerRace
  why: string
  zone: TimeZoneOption
}) => {
  const isWon = entries.some(({ inForce, place }) => inForce && place === 1)
  return (
    <section aria-label={`${race.name}, ${race.category}`} className={classes.race}>
      <div className={classes.head}>
        <Box component="h3" className="ps-h4 ps-wrap">
          {race.name}
        </Box>
        <span className="ps-note ps-clip">
          {race.category}
          {race.deadline !== null && (
            <Box component="span" visibleFrom="sm">
              {' · '}locked {formatDayTime(race.deadline, zone)} {formatZone(race.deadline, zone)}
            </Box>
          )}
        </span>
        {entries.length !== 1 && <Gain points={points} winner={isWon} className={classes.total} />}
      </div>
      {entries.length > 0 ? (
        <ul className="ps-lined">
          {entries.map((entry) => (
            <Award key={`${entry.revision}-${entry.replacedBy}-${entry.place}`} entry={entry} race={race} zone={zone} />
          ))}
        </ul>
      ) : (
        <p className={classes.nothing}>{why}</p>
      )}
    </section>
  )
}

/** Awards race by race: tip, place, points, revision, and corrections. */
export const LedgerList = ({
  races,
  why,
  zone,
}: {
  races: readonly LedgerRace[]
  why(race: Race): string
  zone: TimeZoneOption
}) => {
  if (races.length === 0)
    return (
      <EmptyState
        order={3}
        title="Nothing scored yet"
        text="Once a session has a result, you’ll see what it earned you here."
      />
    )
  return (
    <>
      {races.map((ledgerRace) => (
        <RaceOfLedger key={ledgerRace.race.id} ledgerRace={ledgerRace} why={why(ledgerRace.race)} zone={zone} />
      ))}
      <p className={classes.count}>{plural(races.length, 'session')} with a result.</p>
    </>
  )
}
