import { Badge, Box, Skeleton, Stack, Text } from '@mantine/core'
import type { SeasonScope } from '@purple-sector/contracts/tipping/scope'
import type { Chances, OwnSeason } from '@purple-sector/contracts/tipping/seasons'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { usePollWhileOffline } from '../../../client/realtime/realtime-context.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { formatNumber, plural } from '../../../ui/time/format.ts'
import { chancesQuery, SEASON_POLL_MS } from '../api/season-queries.ts'
import { takesPart } from '../api/season-rounds.ts'
import { chanceLabel, finishLabel, hasWon, type Label } from './chance-labels.ts'

/** Says how many podiums win, unless a sentence does, and how many bring a place in the top 3. */
const describePodiums = (
  { total, win, top3 }: NonNullable<Chances['podiums']>,
  sentences: readonly string[],
): string => {
  const isSaid = sentences.some((sentence) => sentence.includes('possible podiums'))
  const of = `of ${formatNumber(total)} possible podiums`
  const inTopThree = `${top3 === total ? 'all' : formatNumber(top3)} ${top3 === 1 ? 'puts' : 'put'} you in the top 3`
  return isSaid
    ? `${inTopThree}.`
    : `${formatNumber(win)} ${of} ${win === 1 ? 'wins' : 'win'} the season for you, ${inTopThree}.`
}

type Outlook = {
  /** How many rounds have no race yet; undefined while that is unknown. */
  unscheduled: number | undefined
  /** How many jokers the fan can still play. */
  jokers: number
}

/** Says what the fan can still reach and how: `You can reach 340 points if your picks win everything from here.` */
const describeReach = (maxReachable: number, jokers: number): string => {
  const where = jokers === 1 ? 'your joker where it counts most' : 'your jokers where they count most'
  const withJokers = jokers === 0 ? '' : `, with ${where}`
  return `You can reach ${formatNumber(maxReachable)} points if your picks win everything from here${withJokers}.`
}

/** Says what the fan can still reach, and what has to happen. */
export const describeChances = (
  { maxReachable, canWin, clinched, podiums, sentences }: Chances,
  { unscheduled, jokers }: Outlook,
): string[] => {
  if (clinched) return ['No one can catch you any more.']
  if (sentences.length > 0 && !canWin) return sentences
  const reachable =
    maxReachable === null
      ? []
      : [
          canWin
            ? describeReach(maxReachable, jokers)
            : `${formatNumber(maxReachable)} points is the most you can reach, and the leader has more.`,
        ]
  const open =
    maxReachable !== null || unscheduled === 0
      ? []
      : [
          unscheduled === undefined
            ? 'Some rounds are still to be scheduled.'
            : `${plural(unscheduled, 'round')} still to be scheduled.`,
        ]
  const orders = podiums ? [describePodiums(podiums, sentences)] : []
  return [...sentences, ...reachable, ...open, ...orders]
}

type Props = Outlook & { scope: SeasonScope; own: OwnSeason; span: number; order?: 2 | 3 }

const Content = ({ scope, own, ...outlook }: Omit<Props, 'span' | 'order'>) => {
  const chances = useQuery({ ...chancesQuery(scope), refetchInterval: usePollWhileOffline(SEASON_POLL_MS) })
  if (scope.groupId === null && !takesPart(own))
    return (
      <Box p={16}>
        <Text variant="note">Only fans with a sector tip in a round can win the season.</Text>
      </Box>
    )
  if (chances.isError && !chances.data)
    return <QueryError order={3} title="Couldn’t work out your chances" query={chances} />
  if (!chances.data)
    return (
      <Stack gap={12} p={16} role="status" aria-label="Loading your chances...">
        <Skeleton width={120} height={20} />
        <Skeleton width="80%" />
      </Stack>
    )
  const { label, tone } = chanceLabel(chances.data)
  return (
    <Stack gap={8} p={16} align="flex-start">
      <Badge variant={tone}>{label}</Badge>
      {describeChances(chances.data, outlook).map((sentence) => (
        <p key={sentence} className="ps-sm ps-muted">
          {sentence}
        </p>
      ))}
    </Stack>
  )
}

const Finish = ({ own, label, tone }: { own: OwnSeason } & Label) => {
  return (
    <Stack gap={8} p={16} align="flex-start">
      <Badge variant={tone}>{label}</Badge>
      <p className="ps-sm ps-muted">
        {!hasWon(own)
          ? 'The season is over.'
          : own.shared
            ? 'Congratulations! You share first place.'
            : 'Congratulations!'}
      </p>
    </Stack>
  )
}

/** Whether the fan can still win the season, and how it ended. */
export const ChancesPanel = ({ span, order = 2, isOver, ...content }: Props & { isOver: boolean }) => {
  const finish = isOver ? finishLabel(content.own) : undefined
  return (
    <Panel span={span} order={order} title={finish ? 'Final Result' : 'Can I Still Win?'} flush>
      {finish ? <Finish own={content.own} {...finish} /> : <Content {...content} />}
    </Panel>
  )
}
