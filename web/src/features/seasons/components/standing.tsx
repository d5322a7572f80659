import { Flex } from '@mantine/core'
import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import { Stat, StatGrid } from '../../../ui/layout/stat.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { positionText } from '../../../ui/racing/position.tsx'
import { formatNumber, plural } from '../../../ui/time/format.ts'
import { isToCome, type SeasonRound, takesPart } from '../api/season-rounds.ts'
import { useRival } from '../api/use-rival.ts'
import { gapLabel } from './gap-label.ts'

type Props = { scope: SeasonScope; own: OwnSeason; rounds: readonly SeasonRound[]; columns: number }

/** Position, points, gap to the next and rounds left of the fan in a season. Every member of a group takes part in its season. */
export const Standing = ({ scope, own, rounds, columns }: Props) => {
  const { rival, total } = useRival(scope, own)
  if (scope.groupId === null && !takesPart(own))
    return (
      <EmptyState
        order={3}
        title="You’re not in this season yet"
        text={
          rounds.some(isToCome)
            ? 'Submit a sector tip in any round and you’re in.'
            : 'You had no sector tip in any of its rounds.'
        }
      />
    )
  const gap = gapLabel(own, rival)
  const left = rounds.filter(isToCome).length
  return (
    <StatGrid columns={columns}>
      <Stat
        size="lg"
        label="Position"
        value={positionText(own.position, { shared: own.shared })}
        note={
          own.position === null ? (
            'no points yet'
          ) : total === undefined ? (
            <br />
          ) : (
            `of ${plural(total, scope.groupId === null ? 'fan' : 'member')}`
          )
        }
      />
      <Stat size="lg" label="Points" value={formatNumber(own.totalPoints)} note={<br />} />
      <Stat
        size="lg"
        label={own.position === 1 ? 'Lead' : 'Gap to next'}
        value={gap.value}
        note={
          <Flex component="span">
            <span className="ps-clip" dir="auto">
              {gap.note || <br />}
            </span>
          </Flex>
        }
      />
      <Stat size="lg" label="Rounds left" value={left} note={`of ${rounds.length}`} />
    </StatGrid>
  )
}
