import { Box, Flex, SimpleGrid } from '@mantine/core'
import type { Group } from '@purple-sector/contracts/groups/http'
import type { Race, Weekend } from '@purple-sector/contracts/weekends/http'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '../../../client/api/query-error.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { EmptyState, LoadingState } from '../../../ui/layout/state.tsx'
import { cardsOf } from '../../tipping/api/tip-card-state.ts'
import { tipsQuery } from '../../tipping/api/tip-queries.ts'
import { TipCardSkeletons, TipCards, useTipCards } from '../../tipping/components/tip-cards.tsx'
import { useCategories } from '../../weekend-data/api/category-queries.ts'
import { useFollowWeekend } from '../../weekend-data/api/followed-weekend.ts'
import { racesQuery, weekendsQuery } from '../../weekend-data/api/weekend-queries.ts'
import { racesForTips } from '../api/card-facts.ts'
import { inWeekend } from '../api/group-rounds.ts'
import { raceProgressQuery } from '../api/group-standings-queries.ts'
import type { GroupOfWeekend } from '../api/waiting.ts'
import { useOpenRound } from '../rounds/use-open-round.tsx'
import { WaitingDialog } from '../waiting/waiting-dialog.tsx'
import { groupCompetition } from './group-competition.ts'
import classes from './group-tipping-dialog.module.css'
import { OpenTipsSwitch } from './open-tips-switch.tsx'

const COLUMNS = { cols: { base: 1, sm: 2 }, spacing: 1, className: classes.cards ?? '' }
const SCROLLS = { overflow: 'auto', overscrollBehavior: 'contain' }

const Loading = ({ title }: { title: string }) => (
  <LoadingState title={title} order={3}>
    <SimpleGrid {...COLUMNS}>
      <TipCardSkeletons count={4} />
    </SimpleGrid>
  </LoadingState>
)

const Cards = ({ group, weekend, races }: { group: Group; weekend: Weekend; races: readonly Race[] }) => {
  const tips = useQuery(tipsQuery(weekend.id))
  const categories = useCategories()
  const cards = cardsOf(races, tips.data ?? [], categories, groupCompetition(group))
  const tipCards = useTipCards({ weekendId: weekend.id, groupId: group.id }, cards)
  if (tips.isPending) return <Loading title="Loading weekend data..." />
  if (!tips.data) return <QueryError order={3} query={tips} title="Couldn’t load your tips" />
  return (
    <SimpleGrid {...COLUMNS}>
      <TipCards weekend={weekend} {...tipCards} />
    </SimpleGrid>
  )
}

const Body = ({ group, isCurrent }: { group: GroupOfWeekend; isCurrent: boolean }) => {
  useFollowWeekend(group.weekendId)
  const races = useQuery(racesQuery(group.weekendId))
  // Until it loads the cards use the current selection of races.
  const progress = useQuery(raceProgressQuery(group.id, isCurrent ? undefined : group.weekendId))
  const weekends = useQuery(weekendsQuery)
  const weekend = weekends.data?.find(({ id }) => id === group.weekendId)
  if (races.isPending) return <Loading title="Loading group races..." />
  if (!races.data) return <QueryError order={3} query={races} title="Couldn’t load the races of the group" />
  if (weekends.isPending) return <Loading title="Loading weekend data..." />
  if (!weekends.data) return <QueryError order={3} query={weekends} title="Couldn’t load the weekend" />
  const counting = racesForTips(group, races.data, progress.data)
  if (!weekend || counting.length === 0)
    return (
      <EmptyState
        order={3}
        title="No races found for this group"
        text="Tipping opens once this group’s races are up."
      />
    )
  return <Cards group={group} weekend={weekend} races={counting} />
}

type Props = {
  group: Group
  /** The weekend to tip first; the group's current one unless named. */
  weekendId?: number | undefined
  onClose(): void
}

/** Tipping in a group: tip cards by the group's races and rules; of a season group in each round to come. */
export const GroupTippingDialog = ({ group, weekendId: first, onClose }: Props) => {
  const { weekendId, choice } = useOpenRound(group, first)
  if (weekendId === null) return <WaitingDialog group={group} onClose={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={group.name}
      size="md"
      flush
      tabs={
        choice && (
          <Flex justify="flex-end" px={{ base: 16, sm: 20 }} pb={10}>
            {choice}
          </Flex>
        )
      }
    >
      {/* 70 % of the screen by the specification; on a phone the sheet sets the height. */}
      <Box className="ps-above" mah={{ base: 'none', sm: '70vh' }} style={SCROLLS}>
        <OpenTipsSwitch group={group} />
        <Body key={weekendId} group={inWeekend(group, weekendId)} isCurrent={weekendId === group.weekendId} />
      </Box>
    </Dialog>
  )
}
