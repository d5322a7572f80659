import { Box, Flex, Text, Title } from '@mantine/core'
import type { LedgerEntry } from '@purple-sector/contracts/tipping/http'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { join } from '../../../ui/base/join.ts'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { Plate } from '../../../ui/racing/plate.tsx'
import { Gain } from '../../../ui/racing/points.tsx'
import {
  formatDate,
  formatDeadline,
  formatGain,
  formatTime,
  ordinal,
  plural,
  type TimeZoneOption,
} from '../../../ui/time/format.ts'
import classes from './ledger.module.css'
import { describeLateChange, describeReplacement, type LedgerRace } from './ledger.ts'

const Award = ({ entry, race, zone }: { entry: LedgerEntry; race: Race; zone: TimeZoneOption }) => {
  const { tip, place, points, rule, revision, reason, inForce, late } = entry
  const replacement = describeReplacement(entry, race)
  const note = replacement ?? (reason === null ? null : `Revision ${revision}`)
  return (
    <Flex component="li" gap={12} align="flex-start" px={16} pt={11} pb={12}>
      <Plate number={tip.number} look={inForce ? 'solid' : 'dim'} />
      <div className="ps-fill">
        <p className={classes.line}>
          <b className={join('ps-wrap', !inForce && 'ps-struck')}>
            Car #{tip.number} – {tip.driver}
          </b>
          <span className="ps-note">
            {ordinal(place)} of {rule}, revision {revision}
          </span>
        </p>
        <Text variant="note">
          Tip of{' '}
          <time dateTime={tip.submittedAt}>
            {formatDate(tip.submittedAt, zone)} · {formatTime(tip.submittedAt, zone)}
          </time>
        </Text>
        {late !== null && (
          <Text variant="note" className="ps-wrap">
            {describeLateChange(late, zone)}
          </Text>
        )}
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
          <s className="ps-data ps-faint">
            <span className="ps-hidden">No longer </span>
            {formatGain(points)}
          </s>
        )}
      </span>
    </Flex>
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
    <section aria-label={`${race.name}, ${race.category}`}>
      <Box className="ps-head ps-below" bg="var(--ps-sunken)">
        <Title order={3} size="h4" className="ps-wrap" flex="none" maw="60%">
          {race.name}
        </Title>
        <Text span variant="note" truncate flex={1}>
          {race.category}
          {race.deadline !== null && (
            <Box component="span" visibleFrom="sm">
              {' · '}locked {formatDeadline(race.deadline, zone, { withDay: true })}
            </Box>
          )}
        </Text>
        {entries.length !== 1 && <Gain points={points} winner={isWon} />}
      </Box>
      {entries.length > 0 ? (
        <ul className="ps-lined">
          {entries.map((entry) => (
            <Award key={`${entry.revision}-${entry.replacedBy}-${entry.place}`} entry={entry} race={race} zone={zone} />
          ))}
        </ul>
      ) : (
        <Text variant="note" className="ps-wrap" px={16} pt={11} pb={12}>
          {why}
        </Text>
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
    <div className="ps-lined">
      {races.map((ledgerRace) => (
        <RaceOfLedger key={ledgerRace.race.id} ledgerRace={ledgerRace} why={why(ledgerRace.race)} zone={zone} />
      ))}
      <Text size="xs" c="var(--ps-ink-3)" py={12} px={16}>
        {plural(races.length, 'session')} with a result.
      </Text>
    </div>
  )
}
