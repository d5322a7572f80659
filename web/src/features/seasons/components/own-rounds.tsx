import { Badge, Box, Flex, Text } from '@mantine/core'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import type { Season } from '@purple-sector/contracts/weekends/seasons'
import { IconArrowRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { Icon } from '../../../ui/base/icon.tsx'
import { DataRow, dataRows } from '../../../ui/racing/data-row.tsx'
import type { BadgeVariant } from '../../../ui/theme/surfaces.ts'
import { formatNumber, ordinal, plural } from '../../../ui/time/format.ts'
import { weekendDates } from '../../weekend-data/api/weekend-labels.ts'
import type { OwnRound, SeasonRound } from '../api/season-rounds.ts'

const ROWS = dataRows('34px minmax(0, 1fr) auto', 58)

type State = { label: string; tone: BadgeVariant }

/** What a round is in the fan's season; undefined for one to come. */
export const ownState = (round: OwnRound): State | undefined => {
  if (round.void) return { label: 'Cancelled', tone: 'red' }
  if (round.beforeJoining) return { label: 'Before you joined', tone: 'plain' }
  if (round.dropped) return { label: 'Dropped', tone: 'neutral' }
  if (round.missed) return { label: 'Missed', tone: 'yellow' }
  if (round.counted) return { label: 'Counts', tone: 'green' }
  return undefined
}

const MISSED: Record<Season['missedWeekend'], string> = {
  zero: 'no tip, no points',
  lowest: 'no tip, so you get the weekend’s lowest score',
  average: 'no tip, so you get the weekend’s average score',
}

/** The rules of a season, or of a group in it, that explain a round. */
type Rules = Pick<Season, 'countBest' | 'missedWeekend'>

/** Says where the season points of a round come from, and why they may not count: "118 points × 2 × 2 (joker), 12th". */
const describePoints = (
  { multiplier, joker, missed, dropped, position }: OwnRound,
  points: number,
  { missedWeekend, countBest }: Rules,
): string => {
  // A joker never doubles a missed round.
  const factors = [multiplier === 1 ? '' : ` × ${multiplier}`, joker && !missed ? ' × 2 (joker)' : '']
  const origin = [
    `${plural(points, 'point')}${factors.join('')}`,
    missed ? MISSED[missedWeekend] : '',
    // In a group a member without a tip has a row, with a position.
    position === null || missed ? '' : ordinal(position),
  ]
    .filter(Boolean)
    .join(', ')
  return dropped ? `${origin}. Only your best ${countBest} count.` : origin
}

/** What is said of a round that is nothing in the fan's season yet. */
const UNCOUNTED: Record<Weekend['status'], string> = { inactive: 'to come', live: 'on now', completed: 'no tip' }

/** Of the open competition: the weekends that take tips, and what makes one the weekend of all pages. */
type Tipping = { open: ReadonlySet<number>; onOpen(weekendId: number): void }

type RowProps = { round: SeasonRound; own: OwnRound | undefined; rules: Rules; tipping: Tipping | undefined }

const RoundRow = ({ round: { round, multiplier, weekend }, own, rules, tipping }: RowProps) => {
  const state = own && ownState(own)
  const hasPoints = own !== undefined && own.seasonPoints !== null
  return (
    <DataRow>
      <span className="ps-num ps-muted">R{round}</span>
      <Box py={6}>
        <Flex align="center" wrap="wrap" gap="2px 8px">
          <b className="ps-wrap">{weekend.name}</b>
          {multiplier !== 1 && <Badge variant="neutral">× {multiplier}</Badge>}
          {own?.joker && <Badge variant="purple">Joker</Badge>}
        </Flex>
        <Text variant="note" className="ps-wrap">
          {own && own.points !== null && !own.void && !own.beforeJoining
            ? describePoints(own, own.points, rules)
            : weekendDates(weekend)}
        </Text>
      </Box>
      <Flex direction="column" align="flex-end" gap={2}>
        <span className={hasPoints && !own.dropped ? 'ps-points' : 'ps-points ps-faint'}>
          {!hasPoints ? (
            '–'
          ) : own.dropped ? (
            <s>{formatNumber(own.seasonPoints ?? 0)}</s>
          ) : (
            formatNumber(own.seasonPoints ?? 0)
          )}
          <span className="ps-hidden"> season points</span>
        </span>
        {state ? (
          <Badge variant={state.tone}>{state.label}</Badge>
        ) : tipping?.open.has(weekend.id) ? (
          <Link
            to="/tipping"
            className="ps-way"
            aria-label={`Tip now in ${weekend.name}`}
            onClick={() => tipping.onOpen(weekend.id)}
          >
            Tip now
            <Icon icon={IconArrowRight} size={16} className="ps-faint" />
          </Link>
        ) : (
          <Text variant="note">{UNCOUNTED[weekend.status]}</Text>
        )}
      </Flex>
    </DataRow>
  )
}

type Props = {
  rules: Rules
  rounds: readonly SeasonRound[]
  own: readonly OwnRound[]
  /** Without it no round leads to Tipping. */
  tipping?: Tipping
}

/** The fan's season round by round: points, what counts and what is dropped. */
export const OwnRounds = ({ rules, rounds, own, tipping }: Props) => {
  const ownByWeekend = new Map(own.map((round) => [round.weekendId, round]))
  return (
    <Box component="ol" className="ps-lined" style={ROWS} aria-label="Round by round">
      {rounds.map((round) => (
        <RoundRow
          key={round.weekendId}
          round={round}
          own={ownByWeekend.get(round.weekendId)}
          rules={rules}
          tipping={tipping}
        />
      ))}
    </Box>
  )
}
